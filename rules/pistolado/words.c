/* rules/pistolado/words.c - the words of the closed sets, as data, notation and log write them.
 */
#include "rules/pistolado/tables.h"

const char *const pis_grade_words[] = { "veteran", "seasoned", "levy", NULL };
const char *const pis_formation_words[] = { "column",  "shot-forward", "hedgehog", "loose",
                                            "en-haye", "caracole",     "battery",  NULL };
const char *const pis_flag_words[] = { "foot",     "horse", "art",   "pike", "lance", "reiter",
                                       "petronel", "light", "skirm", "ep",   NULL };
const char *const pis_band_words[] = { "swiss-foot",  "other-foot",   "enfants-perdus",
                                       "heavy-horse", "medium-horse", "reiters",
                                       "light-horse", "light-guns",   "medium-guns",
                                       "heavy-guns",  "by-gun",       NULL };
const char *const pis_shooting_words[] = { "common-shotte", "good-shotte", "skirmish-shotte",
                                           "pistol",        "petronel",    "light-gun",
                                           "medium-gun",    "heavy-gun",   "by-gun",
                                           "none",          NULL };
const char *const pis_gun_words[] = { "light", "medium", "heavy", NULL };
const char *const pis_order_words[] = { "assault",   "harass",   "hold",
                                        "manoeuvre", "withdraw", NULL };
const char *const pis_status_words[] = { "defend", "march", "double", "rally", "charge", NULL };
const char *const pis_level_words[] = { "sharp",  "trim", "uneven", "disarrayed",
                                        "ragged", "mob",  NULL };
const char *const pis_test_words[] = { "to-charge", "charged-by-cav", "charged-by-foot",
                                       "disaster", NULL };
const char *const pis_waver_words[] = { "charges", "counter-charges", "stands", "-1",
                                        "evades",  "routs",           NULL };
const char *const pis_type_words[] = { "A", "ES", "US", "DS", "OV", NULL };
const char *const pis_enemies_words[] = { "inf-inf", "inf-cav", "cav-inf", "cav-cav", NULL };
const char *const pis_outcome_words[] = { "s-rt", "s-bi", "s-gg", "lk",
                                          "w-gg", "w-bi", "w-rt", NULL };
const char *const pis_fate_words[] = { "winner",      "locked", "give-ground",
                                       "broken-into", "rout",   NULL };
const char *const pis_edge_words[] = { "north", "east", "south", "west", NULL };
const char *const pis_class_words[] = { "open", "minor", "major", "impassable", "hill", NULL };
const char *const pis_cover_words[] = { "none", "soft", "hard", NULL };
const char *const pis_rank_words[] = { "general", "brigade", NULL };
const char *const pis_fire_words[] = { "-",    "D1", "D1+", "D1++", "D2", "D2+",
                                       "D2++", "D3", "D3+", "D3++", NULL };
