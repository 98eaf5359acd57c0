/* draw/textkey.c - symbols of units, the key under the picture, panels as text. */
#include <string.h>

#include "draw/ink.h"
#include "draw/plan.h"
#include "draw/speak.h"
#include "draw/textgrid.h"

/* --- Symbols ------------------------------------------------------------------------------ */

static char arm_letter(unsigned arm)
{
    static const char letter[] = "FLHKDGCU";
    return letter[arm < 8 ? arm : 7];
}

/* The letter of the arm, small for side 1, and its number among its like. */
void draw_symbol(const struct tc_scene *s, int piece, struct tc_text *out)
{
    const struct tc_piece *p = &s->piece[piece];
    char letter = arm_letter(p->arm);
    int n = 0;
    for (int i = 0; i < s->pieces; i++) {
        const struct tc_piece *o = &s->piece[i];
        if (o->side != p->side || arm_letter(o->arm) != letter || !draw_first_of_unit(s, i))
            continue;
        n++;
        if (o->id == p->id)
            break;
    }
    tc_text_char(out, p->side == 1 ? (char)(letter + 32) : letter);
    tc_text_int(out, n);
}

void draw_text_symbol(const struct tc_scene *s, int id, struct tc_text *out)
{
    for (int i = 0; i < s->pieces; i++)
        if (s->piece[i].id == id) {
            draw_symbol(s, i, out);
            return;
        }
}

const char *draw_arrow(int32_t facing, bool utf8)
{
    static const char *const plain[4] = { "^", ">", "v", "<" };
    static const char *const drawn[8] = { "↑", "↗", "→", "↘", "↓", "↙", "←", "↖" };
    if (facing < 0)
        return "";
    return utf8 ? drawn[(facing % 65536 + 4096) / 8192 % 8]
                : plain[(facing % 65536 + 8192) / 16384 % 4];
}

/* --- Padding --- */

/* The plain letter for one of Latin-1, from its second byte; 0 for those without one. */
static const char *plain_letter(unsigned char lead, unsigned char next)
{
    static const char *const upper[64] = {
        "A", "A", "A", "A", "Ae", "A", "Ae", "C", "E", "E", "E", "E", "I",  "I", "I",  "I",
        "D", "N", "O", "O", "O",  "O", "Oe", "x", "O", "U", "U", "U", "Ue", "Y", "Th", "ss",
        "a", "a", "a", "a", "ae", "a", "ae", "c", "e", "e", "e", "e", "i",  "i", "i",  "i",
        "d", "n", "o", "o", "o",  "o", "oe", "/", "o", "u", "u", "u", "ue", "y", "th", "y"
    };
    return lead == 0xc3 && next >= 0x80 && next <= 0xbf ? upper[next - 0x80] : NULL;
}

/* UTF-8 into ASCII: accents dropped, other letters '?'. */
static void to_ascii(const char *from, char *to, size_t cap)
{
    size_t used = 0;
    for (const unsigned char *s = (const unsigned char *)from; *s && used + 3 < cap; s++) {
        const char *letter = plain_letter(s[0], s[1]);
        if (*s < 0x80) {
            to[used++] = (char)*s;
        } else if (letter) {
            while (*letter)
                to[used++] = *letter++;
            s++;
        } else if ((*s & 0xc0) != 0x80) {
            to[used++] = '?';
        }
    }
    to[used] = '\0';
}

void draw_pad(struct tc_text *out, const char *text, int columns, bool utf8)
{
    char clean[1024], ascii[1024], cut[1024];
    const char *shown = clean;
    draw_clean(text, clean, sizeof clean, 400);
    if (!utf8) {
        to_ascii(clean, ascii, sizeof ascii);
        shown = ascii;
    }
    int n = draw_clean(shown, cut, sizeof cut, 400);
    if (n > columns) {
        draw_clean(shown, cut, sizeof cut, columns > 3 ? columns - 3 : 1);
        n = columns > 3 ? columns : 4;
    }
    tc_text_str(out, cut);
    for (; n < columns; n++)
        tc_text_char(out, ' ');
}

/* --- The key --- */

enum {
    C_SYMBOL = 5,
    C_NAME = 18,
    C_SIDE = 9,
    C_COUNT = 7,
    C_FORM = 13,
    C_PLACE = 13,
    C_FACING = 4
};

static const char *short_wind(int32_t facing)
{
    static const char *const wind[16] = { "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE",
                                          "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW" };
    return facing < 0 ? "-" : wind[(facing % 65536 + 2048) / 4096 % 16];
}

static void count_of(const struct tc_piece *p, struct tc_text *t)
{
    if (p->hidden_strength) {
        tc_text_char(t, '?');
    } else if (p->strength0 > 0) {
        tc_text_int(t, p->strength);
        tc_text_char(t, '/');
        tc_text_int(t, p->strength0);
    } else {
        tc_text_char(t, '-');
    }
}

static void cell(struct tc_text *out, const char *text, int columns, bool utf8)
{
    draw_pad(out, text, columns, utf8);
    tc_text_char(out, ' ');
}

static void unit_line(const struct tc_scene *s, int piece, const struct draw_text_options *o,
                      struct tc_text *out)
{
    const struct tc_piece *p = &s->piece[piece];
    char symbol[16], count[24], place[40];
    struct tc_text a = tc_text_on(symbol, sizeof symbol), b = tc_text_on(count, sizeof count);
    struct tc_text c = tc_text_on(place, sizeof place);
    bool lit = o->highlight >= 0 && o->highlight == p->id;
    draw_symbol(s, piece, &a);
    if (lit)
        tc_text_char(&a, '*');
    count_of(p, &b);
    draw_speak_place(s, p, &c);
    cell(out, symbol, C_SYMBOL, false);
    cell(out, p->key[0] ? p->key : p->label, C_NAME, o->utf8);
    cell(out, tc_word(draw_side_name(s, p->side)), C_SIDE, o->utf8);
    cell(out, count, C_COUNT, false);
    cell(out, tc_word(p->formation[0] ? p->formation : draw_arm_word(p->arm)), C_FORM, o->utf8);
    cell(out, place, C_PLACE, false);
    draw_pad(out, short_wind(p->facing), C_FACING, false);
    if (p->badges[0])
        draw_pad(out, p->badges, (int)strlen(p->badges) < 60 ? (int)strlen(p->badges) : 60,
                 o->utf8);
    while (out->len && out->buf[out->len - 1] == ' ')
        out->buf[--out->len] = '\0';
    tc_text_char(out, '\n');
}

void draw_text_units(const struct tc_scene *s, const struct draw_text_options *opt,
                     struct tc_text *out)
{
    struct draw_text_options o = opt ? *opt : draw_text_defaults();
    if (s->pieces == 0) {
        tc_text_str(out, tc_word("There are no units.\n"));
        return;
    }
    cell(out, "", C_SYMBOL, false);
    cell(out, tc_word("unit"), C_NAME, o.utf8);
    cell(out, tc_word("side"), C_SIDE, o.utf8);
    cell(out, tc_word("men"), C_COUNT, o.utf8);
    cell(out, tc_word("formation"), C_FORM, o.utf8);
    cell(out, s->board == TC_BOARD_HEX ? tc_word("hex") : tc_word("at"), C_PLACE, o.utf8);
    tc_text_str(out, tc_word("faces state\n"));
    for (int side = TC_SIDES - 2; side <= TC_SIDES; side++)
        for (int i = 0; i < s->pieces; i++) {
            bool own =
                s->piece[i].side == side ||
                (side == TC_SIDES && (s->piece[i].side < 0 || s->piece[i].side >= TC_SIDES));
            if (own && draw_first_of_unit(s, i))
                unit_line(s, i, &o, out);
        }
}

void draw_text_panels(const struct tc_scene *s, int columns, struct tc_text *out)
{
    if (columns < DRAW_TEXT_COLUMNS_MIN)
        columns = DRAW_TEXT_COLUMNS_MIN;
    if (columns > DRAW_TEXT_COLUMNS_MAX)
        columns = DRAW_TEXT_COLUMNS_MAX;
    for (int i = 0; i < s->panels; i++) {
        const struct tc_panel *p = &s->panel[i];
        draw_speak_text(out, tc_word(p->title), columns - 3);
        tc_text_char(out, '\n');
        for (int k = 0; k < p->rows; k++) {
            const struct tc_panel_row *r = &s->row[p->first + k];
            int left = (columns - 3) * 3 / 5;
            tc_text_str(out, "  ");
            draw_pad(out, tc_word(r->left), left, true);
            tc_text_char(out, ' ');
            draw_speak_text(out, tc_word(r->right), columns - left - 6);
            tc_text_char(out, '\n');
        }
    }
}
