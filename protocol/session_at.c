/* protocol/session_at.c - a battle as it stood after one of its lines.
 *
 * The game keeps anchors, a state every few answers, and the tape of all answers and faces. The
 * position after a line is the nearest anchor before it and the tape up to it, run again.
 */
#include <stdlib.h>
#include <string.h>

#include "protocol/session.h"
#include "protocol/session_own.h"

/* How far the tape went when the line was whole. */
struct moment {
    uint32_t acts, faces;
    uint64_t hash; /* of the position then */
};

/* False where the tape does not hold it: taken back since, or changed by an umpire. */
static bool find_moment(const struct ses_game *s, uint32_t line, struct moment *m)
{
    memset(m, 0, sizeof *m);
    if (line >= s->lines || s->adjusted || s->line[line].undone)
        return false;
    while (m->acts < s->answers && s->answered[m->acts].line <= line)
        m->acts++;
    for (uint32_t i = 0; i <= line; i++) {
        const struct ses_line *l = &s->line[i];
        bool keeps = l->kind == SES_L_SEED || l->kind == SES_L_POSITION ||
                     l->kind == SES_L_COMMIT || l->kind == SES_L_HOST;
        if (l->undone)
            continue;
        m->faces += l->faces;
        if (!keeps)
            m->hash = l->hash;
    }
    return m->acts <= s->g.tape.acts && m->faces <= s->g.tape.faces;
}

static const struct ses_anchor *find_anchor(const struct ses_game *s, const struct moment *m)
{
    uint32_t i = s->anchors;

    while (i > 0 && (s->anchor[i - 1].act_at > m->acts || s->anchor[i - 1].face_at > m->faces))
        i--;
    return i ? &s->anchor[i - 1] : NULL;
}

bool ses_at(const struct ses_game *s, uint32_t line, struct ses_fork *f)
{
    struct moment m;
    const struct ses_anchor *a = find_moment(s, line, &m) ? find_anchor(s, &m) : NULL;

    memset(f, 0, sizeof *f);
    if (!a)
        return false;
    f->mem = ses_alloc(tc_game_memory(s->book->rules));
    f->work = ses_alloc_offers();
    f->open = ses_alloc_offers();
    tc_game_init_from(&f->g, s->book, f->mem, f->work, f->open, a->state);
    f->g.tape = s->g.tape; /* to read: no face and no answer joins it */
    f->g.tape.acts = m.acts;
    f->g.tape.faces = m.faces;
    f->g.act_at = a->act_at;
    f->g.face_at = a->face_at;
    f->g.u.dice = TC_DICE_TYPED;
    tc_game_go(&f->g);
    bool good = f->g.status != TC_DIFFERS && tc_game_hash(&f->g) == m.hash;
    f->g.tape.act = NULL; /* the game's own */
    f->g.tape.face = NULL;
    if (!good)
        ses_fork_free(f);
    return good;
}

json_t *ses_scene_at(const struct ses_game *s, uint32_t line, int seat)
{
    struct ses_fork f;

    if (!ses_at(s, line, &f))
        return NULL;
    struct ses_game then = *s; /* to look at through the eyes of the seat */
    then.g = f.g;
    json_t *o = ses_scene_json(&then, seat);
    ses_fork_free(&f);
    return o;
}
