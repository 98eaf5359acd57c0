/* study/write.c - a study as CSV and JSON. */
#include "study/write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int lost_all(const struct study_result *r, int side)
{
    int n = 0;

    for (int i = 0; i < STUDY_ARMS; i++)
        n += r->lost[side][i];
    return n;
}

static int start_all(const struct study_result *r, int side)
{
    int n = 0;

    for (int i = 0; i < STUDY_ARMS; i++)
        n += r->start[side][i];
    return n;
}

/* Specs may hold commas: quoted as CSV does it. */
static void quoted(FILE *out, const char *s)
{
    fputc('"', out);
    for (; *s; s++) {
        if (*s == '"')
            fputc('"', out);
        fputc(*s, out);
    }
    fputc('"', out);
}

static void csv_row(FILE *out, const struct study_match *m, const struct study_result *r)
{
    const struct tc_book *bk = m->book;

    fprintf(out, "%llu,%016llx,", (unsigned long long)r->index, (unsigned long long)r->seed);
    quoted(out, m->spec[r->swapped].name);
    fputc(',', out);
    quoted(out, m->spec[1 - r->swapped].name);
    fprintf(out, ",%s,%s,%d,%d,%u,%u", r->winner == TC_NONE ? "" : bk->side_name[r->winner],
            bk->rules->endings[r->ending], r->turns, r->score, r->answers, r->rolls);
    for (int k = 0; k < STUDY_LUCKS; k++)
        fprintf(out, ",%.4f,%.4f", study_luck(r, (enum study_lucks)k, 0),
                study_luck(r, (enum study_lucks)k, 1));
    for (int side = 0; side < TC_SIDES; side++) {
        fprintf(out, ",%d,%d", start_all(r, side), lost_all(r, side));
        for (int arm = 0; arm < STUDY_ARMS; arm++)
            fprintf(out, ",%d", r->lost[side][arm]);
    }
    fprintf(out, ",%016llx\n", (unsigned long long)r->hash);
}

void study_write_csv(FILE *out, const struct study_match *m, const struct study_result *r,
                     const uint8_t *done, uint64_t battles)
{
    fprintf(out, "battle,seed,player_0,player_1,winner,ending,turns,score,answers,rolls,luck_0,"
                 "luck_1,march_0,march_1");
    for (int side = 0; side < TC_SIDES; side++) {
        fprintf(out, ",start_%d,lost_%d", side, side);
        for (int arm = 0; arm < STUDY_ARMS; arm++)
            fprintf(out, ",lost_%d_%s", side, study_arm_names[arm]);
    }
    fprintf(out, ",hash\n");
    for (uint64_t i = 0; i < battles; i++)
        if (done[i])
            csv_row(out, m, &r[i]);
}

/* --- JSON --- */

/* Six digits are more than any study knows. */
static json_t *number(double v)
{
    return json_real(round(v * 1e6) / 1e6);
}

json_t *study_interval_json(struct study_interval i)
{
    return json_pack("{s:o,s:o,s:o}", "value", number(i.value), "low", number(i.low), "high",
                     number(i.high));
}

static json_t *endings_json(const struct study_sum *s)
{
    const struct tc_book *bk = s->match->book;
    json_t *list = json_array();

    for (int i = 0; i < STUDY_ENDINGS && bk->rules->endings[i]; i++) {
        double all = s->ending[i][0] + s->ending[i][1] + s->ending[i][2];
        if (all > 0)
            json_array_append_new(
                list,
                json_pack("{s:s,s:I,s:I,s:I,s:I}", "ending", bk->rules->endings[i], "battles",
                          (json_int_t)all, "won_0", (json_int_t)s->ending[i][0], "won_1",
                          (json_int_t)s->ending[i][1], "drawn", (json_int_t)s->ending[i][2]));
    }
    return list;
}

static json_t *arms_json(const struct study_sum *s, int side)
{
    json_t *o = json_object();

    for (int arm = 0; arm < STUDY_ARMS; arm++)
        if (s->start[side][arm] > 0)
            json_object_set_new(o, study_arm_names[arm],
                                json_pack("{s:o,s:o}", "start",
                                          number(s->start[side][arm] / (double)s->battles),
                                          "lost",
                                          number(s->lost[side][arm] / (double)s->battles)));
    return o;
}

static json_t *commands_json(const struct study_sum *s)
{
    json_t *list = json_array();
    char buf[32];

    for (int c = 0; c < STUDY_COMMANDS; c++) {
        if (s->command_start[c] <= 0)
            continue;
        int side = study_command_side(s->match->book, c);
        json_array_append_new(
            list, json_pack("{s:s,s:s?,s:o,s:o}", "command",
                            study_command_name(s->match->book, c, buf, sizeof buf), "side",
                            side == TC_NONE ? NULL : s->match->book->side_name[side], "start",
                            number(s->command_start[c] / (double)s->battles), "lost",
                            number(s->command_lost[c] / (double)s->battles)));
    }
    return list;
}

static json_t *turns_json(const struct study_sum *s)
{
    json_t *list = json_array();

    for (int t = 0; t < s->turn_count; t++) {
        const struct study_turn *at = &s->turn[t];
        json_t *held = json_array();
        for (int o = 0; o < s->objectives; o++)
            json_array_append_new(held, json_pack("[o,o,o]", number(at->held[o][0] / at->n),
                                                  number(at->held[o][1] / at->n),
                                                  number(at->held[o][2] / at->n)));
        json_array_append_new(
            list, json_pack("{s:i,s:I,s:I,s:o,s:i,s:i,s:i,s:o}", "turn", t + 1, "battles",
                            (json_int_t)at->n, "ended", (json_int_t)s->length[t], "mean_score",
                            number(at->open > 0 ? at->sum / at->open : 0), "quarter", at->low,
                            "median", at->middle, "three_quarters", at->high, "held", held));
    }
    return list;
}

static json_t *luck_json(const struct study_sum *s, enum study_lucks which, int side)
{
    return study_interval_json(
        study_mean(s->luck[which][side], s->luck_squares[which][side], (double)s->battles));
}

static json_t *side_json(const struct study_sum *s, int side)
{
    double n = (double)s->battles;

    return json_pack(
        "{s:s,s:I,s:o,s:o,s:o,s:o,s:o}", "name", s->match->book->side_name[side], "won",
        (json_int_t)s->won[side], "win_rate",
        study_interval_json(study_wilson(s->won[side], n)), "lost_share",
        study_interval_json(study_mean(s->lost_share[side], s->lost_squares[side], n)), "luck",
        luck_json(s, STUDY_FIGHT, side), "march", luck_json(s, STUDY_MARCH, side), "arms",
        arms_json(s, side));
}

json_t *study_json(const struct study_sum *s)
{
    static const char *const balance[] = { "no bias found", "favours side 0",
                                           "favours side 1" };
    const struct study_match *m = s->match;
    json_t *names = json_array();
    double n = (double)s->battles;
    char seed[24], book[24];

    for (int i = 0; i < s->objectives; i++)
        json_array_append_new(names, json_string(s->objective[i]));
    snprintf(seed, sizeof seed, "%016llx", (unsigned long long)m->seed);
    snprintf(book, sizeof book, "%016llx", (unsigned long long)m->book->hash);
    json_t *o =
        json_pack("{s:i,s:s,s:s,s:s,s:s,s:s,s:[s,s],s:I,s:I}", "v", 1, "format",
                  "tricorne-study", "scenario", m->book->id, "title", m->book->title, "book",
                  book, "seed", seed, "players", m->spec[0].name, m->spec[1].name, "battles",
                  (json_int_t)s->battles, "drawn", (json_int_t)s->drawn);
    json_object_set_new(o, "replaced", json_string(m->book->replaced));
    json_object_set_new(o, "player_share", study_interval_json(study_player_share(s)));
    json_object_set_new(o, "side_share", study_interval_json(study_side_share(s)));
    json_object_set_new(o, "balance", json_string(balance[study_balance_of(s)]));
    json_object_set_new(o, "sides", json_pack("[o,o]", side_json(s, 0), side_json(s, 1)));
    json_object_set_new(o, "turns",
                        study_interval_json(study_mean(s->turns, s->turns_squares, n)));
    json_object_set_new(o, "mean_answers", number(n > 0 ? s->answers / n : 0));
    json_object_set_new(o, "mean_rolls", number(n > 0 ? s->rolls / n : 0));
    json_object_set_new(o, "luck_correlation", number(study_luck_correlation(s, STUDY_FIGHT)));
    json_object_set_new(o, "march_correlation", number(study_luck_correlation(s, STUDY_MARCH)));
    json_object_set_new(o, "endings", endings_json(s));
    json_object_set_new(o, "commands", commands_json(s));
    json_object_set_new(o, "objectives", names);
    json_object_set_new(o, "by_turn", turns_json(s));
    json_object_set_new(o, "failed", json_integer((json_int_t)s->failed));
    return o;
}
