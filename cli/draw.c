/* cli/draw.c - draw: pictures of a position; in tricorne-serve, for no other command of the
 * small program wants cairo and all that comes with it. */
#include <stdlib.h>
#include <string.h>

#include "cli/aid.h"
#include "cli/cli.h"
#include "cli/position.h"
#include "draw/draw.h"

/* The order of battle may take several pages: a PDF holds them all, pictures are numbered. */
static enum tc_err draw_order(const struct tc_scene *scene, const struct draw_options *o,
                              enum draw_format format, const char *path, struct tc_why *why)
{
    int pages = format == DRAW_PDF ? 1 : draw_order_pages(scene);
    enum tc_err err = TC_OK;
    char name[1024];

    for (int page = 0; page < pages && err == TC_OK; page++) {
        const char *dot = strrchr(path, '.');
        if (page == 0)
            snprintf(name, sizeof name, "%s", path);
        else
            snprintf(name, sizeof name, "%.*s-%d%s", (int)(dot - path), path, page + 1, dot);
        err = draw_order_of_battle_file(scene, o, format, page, name, why);
    }
    return err;
}

/* Longer panels than this would make the sheet twice as tall as the map. */
enum { PANEL_ROWS = 40 };

int cmd_draw(struct cli *c)
{
    struct draw_options o = draw_defaults();
    enum draw_format format;
    enum tc_err err;
    struct tc_why why;
    struct ses_game *s;

    o.width = (int)cli_number(c, "width", 1400, DRAW_WIDTH_MAX);
    o.labels = !cli_flag(c, "no-labels");
    bool panels = cli_flag(c, "panels"), no_panels = cli_flag(c, "no-panels");
    bool order = cli_flag(c, "order-of-battle"), aid = cli_flag(c, "play-aid");
    cli_words(c, 2, 2);
    if (aid && aid_is_text(c->argv[1])) {
        format = DRAW_PDF;
    } else if (!draw_format_of(c->argv[1], &format)) {
        fprintf(stderr, SAY("tricorne draw: %s must end in .svg, .png or .pdf\n"), c->argv[1]);
        return CLI_USAGE;
    }
    if (position_open(c, c->argv[0], &s, &why) != TC_OK)
        return cli_fail(&why);
    struct tc_scene *scene = malloc(sizeof *scene);
    if (!scene)
        abort();
    ses_scene(s, SES_UMPIRE, scene);
    o.panels = panels || (!no_panels && scene->rows <= PANEL_ROWS);
    err = aid     ? aid_draw(c->data, s->book, c->argv[0], o.width, format, c->argv[1], &why)
          : order ? draw_order(scene, &o, format, c->argv[1], &why)
                  : draw_scene_file(scene, &o, format, c->argv[1], &why);
    position_close(s);
    free(scene);
    return err == TC_OK ? CLI_OK : cli_fail(&why);
}
