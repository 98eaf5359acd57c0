/* rules/bayonet/decl.c - verbs and questions. */
#include "rules/bayonet/decl.h"

const char *const bay_facing_words[] = { "ene", "n", "wnw", "wsw", "s", "ese", "none", NULL };
const char *const bay_direction_words[] = { "e", "ne", "nw", "w", "sw", "se", NULL };
const char *const bay_line_words[] = { "front", "support", "reserve", NULL };
const char *const bay_order_words[] = { "march", "charge", "dress", NULL };
const char *const bay_code_words[] = { "ra", "1ar", "ar", "1a",       "ff",        "1d",
                                       "dr", "1dr", "rd", "ar1",      "ar2",       "bd",
                                       "a1", "a2",  "a3", "a-dagger", "a-section", NULL };
const char *const bay_shot_words[] = { "miss", "hit", "effective", NULL };
const char *const bay_endings[] = { "", "wing-lost", "ground", "conceded", "time", NULL };
const char *const bay_nation_names[BAY_NATIONS] = {
    "Alsatian",    "Ansbach",     "Austrian", "Bavarian",   "Celle",       "Cologne",
    "Danish",      "Dutch",       "English",  "Franconian", "French",      "Hanoverian",
    "Hessian",     "Holstein",    "Luneburg", "Imperial",   "Irish",       "Italian",
    "Lower Rhine", "Mecklenburg", "Munster",  "Mainz",      "Palatine",    "Pfalz",
    "Piedmontese", "Prussian",    "Swabian",  "Scottish",   "Swedish",     "Spanish",
    "Swiss",       "Saxon",       "Walloon",  "Welsh",      "Wurttemberg", "Wurzburg"
};
static const char *const hand_words[] = { "left", "right", NULL };

#define UNIT(n)                                                                                \
    {                                                                                          \
        .name = n, .kind = TC_K_NAME, .list = BAY_L_UNIT                                       \
    }
#define BRIGADE(n)                                                                             \
    {                                                                                          \
        .name = n, .kind = TC_K_NAME, .list = BAY_L_BRIGADE                                    \
    }
#define WING(n)                                                                                \
    {                                                                                          \
        .name = n, .kind = TC_K_NAME, .list = BAY_L_WING                                       \
    }
#define LEADER(n)                                                                              \
    {                                                                                          \
        .name = n, .kind = TC_K_NAME, .list = BAY_L_LEADER                                     \
    }
#define HEX(n)                                                                                 \
    {                                                                                          \
        .name = n, .kind = TC_K_HEX                                                            \
    }
#define INT(n)                                                                                 \
    {                                                                                          \
        .name = n, .kind = TC_K_INT                                                            \
    }
#define FACING(n)                                                                              \
    {                                                                                          \
        .name = n, .kind = TC_K_WORD, .words = bay_facing_words                                \
    }
#define FACING_KEY(n)                                                                          \
    {                                                                                          \
        .name = n, .kind = TC_K_WORD, .words = bay_facing_words, .flags = TC_P_KEY,            \
        .none = BAY_NO_FACING                                                                  \
    }
#define DIRECTION(n)                                                                           \
    {                                                                                          \
        .name = n, .kind = TC_K_WORD, .words = bay_direction_words                             \
    }
#define LINE(n)                                                                                \
    {                                                                                          \
        .name = n, .kind = TC_K_WORD, .words = bay_line_words                                  \
    }
#define ORDER(n)                                                                               \
    {                                                                                          \
        .name = n, .kind = TC_K_WORD, .words = bay_order_words                                 \
    }
#define HAND(n)                                                                                \
    {                                                                                          \
        .name = n, .kind = TC_K_WORD, .words = hand_words                                      \
    }
#define BENEATH                                                                                \
    {                                                                                          \
        .name = "beneath", .kind = TC_K_BOOL, .flags = TC_P_KEY                                \
    }
#define UNIT_KEY(n)                                                                            \
    {                                                                                          \
        .name = n, .kind = TC_K_NAME, .list = BAY_L_UNIT, .flags = TC_P_KEY, .none = TC_NONE   \
    }
#define BRIGADE_KEY(n)                                                                         \
    {                                                                                          \
        .name = n, .kind = TC_K_NAME, .list = BAY_L_BRIGADE, .flags = TC_P_KEY,                \
        .none = TC_NONE                                                                        \
    }
#define P(...) .param = { __VA_ARGS__ }

const struct tc_decl bay_verbs[BAY_VERBS] = {
    [BAY_V_DONE] = { "done", "That is all." },
    [BAY_V_UNLIMBER] = { "unlimber", "{0} unlimbers to face {1}.",
                         P(UNIT("battery"), FACING("facing")) },
    [BAY_V_HAUL] = { "haul", "{0} takes to the road.", P(UNIT("battery")) },
    [BAY_V_LIMBER] = { "limber", "{0} limbers up.", P(UNIT("battery")) },
    [BAY_V_PIVOT] = { "pivot", "{0} swings round to face {1} and will not fire.",
                      P(UNIT("battery"), FACING("facing")) },
    [BAY_V_FIRE] = { "fire", "{0} makes ready to fire.", P(UNIT("battery")) },
    [BAY_V_CEASE] = { "cease", "Our guns fall silent for this turn." },
    [BAY_V_AT] = { "at", "It fires at {0}, facing {1}.", P(HEX("hex"), FACING("facing")) },
    [BAY_V_SPREAD] = { "spread", "The shot skips on into {0}.", P(HEX("hex")) },
    [BAY_V_ACTIVATE_WC] = { "activate-wing", "{0} takes his Wing in hand.",
                            P(LEADER("leader")) },
    [BAY_V_LEAD] = { "lead", "{0} rides to another place.", P(LEADER("leader")) },
    [BAY_V_TRY] = { "try", "{0} sends orders to a brigade.", P(LEADER("leader")) },
    [BAY_V_GO] = { "go", "He goes to {0}, {1} line, with {2}.",
                   P(WING("wing"), LINE("line"), BRIGADE_KEY("with")) },
    [BAY_V_COMMIT] = { "commit", "{0} is to come up one Line, with {1} brigades on its left.",
                       P(BRIGADE("brigade"), INT("place")) },
    [BAY_V_WITHDRAW] = { "withdraw",
                         "{0} is to fall back to the Reserve, with {1} brigades on its left.",
                         P(BRIGADE("brigade"), INT("place")) },
    [BAY_V_RELIEVE] = { "relieve", "{0} is to relieve the brigade before it.",
                        P(BRIGADE("brigade")) },
    [BAY_V_PASSAGE] = { "passage",
                        "{0} is to pass through the lines and change places with {1}.",
                        P(BRIGADE("brigade"), BRIGADE("partner")) },
    [BAY_V_SHIFT] = { "shift", "{0} is to shift to the {1}.",
                      P(BRIGADE("brigade"), HAND("hand")) },
    [BAY_V_TRANSFER] = { "transfer", "{0} is to go over to {1}, with {2} brigades on its left.",
                         P(BRIGADE("brigade"), WING("wing"), INT("place")) },
    [BAY_V_ACTIVATE] = { "activate", "{0} acts.", P(BRIGADE("brigade")) },
    [BAY_V_PASS] = { "pass", "We pass." },
    [BAY_V_PASS_WITH] = { "pass-with", "{0} does nothing this turn.", P(BRIGADE("brigade")) },
    [BAY_V_CHANGE] = { "change", "Its order is to be {0}.", P(ORDER("order")) },
    [BAY_V_KEEP] = { "keep", "All stays as it is." },
    [BAY_V_MOVE] = { "move", "{0} next.", P(UNIT("unit")) },
    [BAY_V_MOVE_STACK] = { "move-stack",
                           "{0} next, together with the unit it shares its hex with.",
                           P(UNIT("unit")) },
    [BAY_V_STEP] = { "step", "It steps off {0}.",
                     P(DIRECTION("direction"), FACING_KEY("facing"), BENEATH) },
    [BAY_V_THROUGH] = { "through", "It rides {0} through the battalion there and {1} beyond.",
                        P(DIRECTION("first"), DIRECTION("second")) },
    [BAY_V_TURN] = { "turn", "It turns to face {0}.", P(FACING("facing")) },
    [BAY_V_REORDER] = { "reorder", "The two units of the stack change places." },
    [BAY_V_ABOVE] = { "above", "The troops draw up before the guns." },
    [BAY_V_BENEATH] = { "beneath", "The troops draw up behind the guns." },
    [BAY_V_HALT] = { "halt", "It halts." },
    [BAY_V_MARCH] = { "march", "It marches to {0} and faces {1}.",
                      P(HEX("hex"), FACING("facing")) },
    [BAY_V_CHARGE] = { "charge", "It charges the enemy in {0}, facing {1}.",
                       P(HEX("hex"), FACING("facing")) },
    [BAY_V_STAND] = { "stand", "It stands where it is." },
    [BAY_V_TO] = { "to", "It goes to {0}, facing {1}.",
                   P(HEX("hex"), FACING_KEY("facing"), BENEATH) },
    [BAY_V_UP] = { "up", "It steps up to {0}.", P(HEX("hex")) },
    [BAY_V_BACK] = { "back", "It steps back to {0}.", P(HEX("hex")) },
    [BAY_V_FACE] = { "face", "It faces {0}.", P(FACING("facing")) },
    [BAY_V_REFORM] = { "reform", "Its squadrons reform." },
    [BAY_V_RECOVER] = { "recover", "Stragglers come back to the ranks." },
    [BAY_V_ATTACK] = { "attack", "{0} attacks {1}.", P(UNIT("unit"), HEX("hex")) },
    [BAY_V_NEXT] = { "next", "{0} attacks next.", P(UNIT("unit")) },
    [BAY_V_SECTORS] = { "sectors",
                        "{0}, {1} and {2} share the sides of the village, from the {3} round.",
                        P(UNIT("first"), UNIT("second"), UNIT_KEY("third"),
                          DIRECTION("start")) },
    [BAY_V_REFUSE] = { "refuse", "The rear unit refuses the {0} flank.", P(HAND("hand")) },
    [BAY_V_GUN] = { "gun", "The battalion gun fires." },
    [BAY_V_KEEP_GUN] = { "keep-gun", "The battalion gun is kept back." },
    [BAY_V_VOLLEY] = { "volley", "It gives its first volley." },
    [BAY_V_HOLD_FIRE] = { "hold-fire", "It holds its first volley." },
    [BAY_V_RETREAT] = { "retreat", "It falls back to {0}.", P(HEX("hex")) },
    [BAY_V_SUFFER] = { "suffer", "It takes a casualty and does not budge." },
    [BAY_V_ADVANCE] = { "advance", "It advances to {0}.", P(HEX("hex")) },
    [BAY_V_STAY] = { "stay", "It does not." },
    [BAY_V_AGAIN] = { "again", "It charges on against {0} out of {1}, facing {2}.",
                      P(HEX("hex"), HEX("from"), FACING("facing")) },
    [BAY_V_CHECK] = { "check", "{0} checks its morale.", P(BRIGADE("brigade")) },
    [BAY_V_LEADER] = { "leader", "{0} steadies them.", P(LEADER("leader")) },
    [BAY_V_LINE] = { "line", "He takes post with the {0} line.", P(LINE("line")) },
    [BAY_V_ROUT] = { "rout", "The fugitives of {0} run.", P(UNIT("unit")) },
    [BAY_V_COVER] = { "cover", "{0} stands in their way.", P(UNIT("unit")) },
    [BAY_V_CONCEDE] = { "concede", "We give up the field." },
    [BAY_V_FIGHT_ON] = { "fight-on", "We fight on." },
};

#define B(v)    TC_VERB(BAY_V_##v)
#define ASK(fn) bay_judge_##fn, bay_count_##fn, bay_nth_##fn

const struct tc_question bay_questions[BAY_QUESTIONS] = {
    [BAY_Q_UNLIMBER] = { { "unlimber", "Which battery unlimbers?" },
                         ASK(unlimber),
                         B(DONE) | B(UNLIMBER) },
    [BAY_Q_HAUL] = { { "haul", "Which limbered battery moves?" },
                     ASK(haul),
                     B(DONE) | B(HAUL) },
    [BAY_Q_HAUL_TO] = { { "haul-to", "Where does {0} go?", P(UNIT("battery")) },
                        ASK(haul_to),
                        B(TO) },
    [BAY_Q_LIMBER] = { { "limber", "Which battery limbers up or swings round?" },
                       ASK(limber),
                       B(DONE) | B(LIMBER) | B(PIVOT) },
    [BAY_Q_FIRE] = { { "fire", "Which battery fires?" }, ASK(fire), B(FIRE) | B(CEASE) },
    [BAY_Q_AIM] = { { "aim", "At which hex does {0} fire?", P(UNIT("battery")) },
                    ASK(aim),
                    B(AT) },
    [BAY_Q_SPREAD] = { { "spread", "{0} fires into {1} point-blank: where does the shot go on?",
                         P(UNIT("battery"), HEX("hex")) },
                       ASK(spread),
                       B(SPREAD) },
    [BAY_Q_WC] = { { "wing-commander", "Which wing commander is activated?" },
                   ASK(wc),
                   B(ACTIVATE_WC) },
    [BAY_Q_WING] = { { "wing", "What is done in the Wing of {0}?", P(LEADER("leader")) },
                     ASK(wing),
                     B(DONE) | B(LEAD) | B(TRY) },
    [BAY_Q_GO] = { { "leader-goes", "Where does {0} go?", P(LEADER("leader")) },
                   ASK(go),
                   B(GO) },
    [BAY_Q_TRY] = { { "attempt", "What does {0} attempt?", P(LEADER("leader")) },
                    ASK(try),
                    B(COMMIT) | B(WITHDRAW) | B(RELIEVE) | B(PASSAGE) | B(SHIFT) |
                        B(TRANSFER) },
    [BAY_Q_BRIGADE] = { { "brigade", "Which brigade under {0} is activated, or passes?",
                          P(ORDER("order")) },
                        ASK(brigade),
                        B(ACTIVATE) | B(PASS) },
    [BAY_Q_PASS] = { { "pass", "Which brigade under {0} does nothing this turn?",
                       P(ORDER("order")) },
                     ASK(pass),
                     B(PASS_WITH) },
    [BAY_Q_ORDER] = { { "order", "Does {0} try to change its order?", P(BRIGADE("brigade")) },
                      ASK(order),
                      B(CHANGE) | B(KEEP) },
    [BAY_Q_MOVE] = { { "move", "Which unit of {0} moves next?", P(BRIGADE("brigade")) },
                     ASK(move),
                     B(DONE) | B(MOVE) | B(MOVE_STACK) },
    [BAY_Q_LEG] = { { "leg", "{0} has {1} movement points left: where to?",
                      P(UNIT("unit"), INT("left")), .flags = TC_F_FREE },
                    ASK(leg),
                    B(STEP) | B(THROUGH) | B(TURN) | B(REORDER) | B(ABOVE) | B(BENEATH) |
                        B(HALT) | B(MARCH) },
    [BAY_Q_CHARGE] = { { "charge", "Whom does {0} charge?", P(UNIT("unit")) },
                       ASK(charge),
                       B(CHARGE) | B(STAND) | B(KEEP) },
    [BAY_Q_RUN] = { { "run", "By which way does {0} charge {1}?", P(UNIT("unit"), HEX("hex")) },
                    bay_judge_run,
                    NULL,
                    NULL,
                    B(TO) },
    [BAY_Q_GOAL] = { { "goal", "{0} must go back to its place: where to?", P(UNIT("unit")) },
                     bay_judge_goal,
                     NULL,
                     NULL,
                     B(TO) },
    [BAY_Q_DRESS] = { { "dress", "Which unit of {0} dresses its ranks next?",
                        P(BRIGADE("brigade")) },
                      ASK(dress),
                      B(DONE) | B(MOVE) },
    [BAY_Q_DEED] = { { "deed", "What does {0} do?", P(UNIT("unit")) },
                     ASK(deed),
                     B(STAND) | B(UP) | B(BACK) | B(FACE) | B(REFORM) | B(RECOVER) },
    [BAY_Q_ATTACK] = { { "attack", "Which unit of {0} attacks which hex?",
                         P(BRIGADE("brigade")) },
                       ASK(attack),
                       B(DONE) | B(ATTACK) },
    [BAY_Q_SPLIT] = { { "split",
                        "Two units of {0} want the same hex while another enemy goes free: who "
                        "takes him?",
                        P(BRIGADE("brigade")) },
                      ASK(split),
                      B(ATTACK) },
    [BAY_Q_NEXT] = { { "next", "Which attack comes next?" }, ASK(next), B(NEXT) },
    [BAY_Q_SECTORS] = { { "sectors", "Who of the garrison of {0} holds which side?",
                          P(HEX("hex")) },
                        ASK(sectors),
                        B(SECTORS) },
    [BAY_Q_REFUSE] = { { "refuse", "Which flank does the rear unit in {0} refuse?",
                         P(HEX("hex")) },
                       ASK(refuse),
                       B(REFUSE) },
    [BAY_Q_GUN] = { { "gun", "Does {0} use its battalion gun against {1}?",
                      P(UNIT("unit"), HEX("hex")) },
                    ASK(gun),
                    B(GUN) | B(KEEP_GUN) },
    [BAY_Q_VOLLEY] = { { "volley", "Does {0} give {1} its first volley?",
                         P(UNIT("unit"), UNIT("enemy")) },
                       ASK(volley),
                       B(VOLLEY) | B(HOLD_FIRE) },
    [BAY_Q_RETREAT] = { { "retreat", "Where does {0} fall back to?", P(UNIT("unit")) },
                        ASK(retreat),
                        B(RETREAT) },
    [BAY_Q_SUFFER] = { { "suffer", "Does {0} take a casualty rather than give ground?",
                         P(UNIT("unit")) },
                       ASK(suffer),
                       B(SUFFER) | B(STAY) },
    [BAY_Q_ADVANCE] = { { "advance", "Does {0} advance into {1}?",
                          P(UNIT("unit"), HEX("hex")) },
                        ASK(advance),
                        B(ADVANCE) | B(STAY) },
    [BAY_Q_PURSUE] = { { "pursue", "{0} rides on: where to?", P(UNIT("unit")) },
                       ASK(pursue),
                       B(ADVANCE) },
    [BAY_Q_AGAIN] = { { "again", "Does {0} charge again?", P(UNIT("unit")) },
                      ASK(again),
                      B(AGAIN) | B(DONE) },
    [BAY_Q_FACE] = { { "face", "Which way does {0} face?", P(UNIT("unit")) },
                     ASK(face),
                     B(FACE) },
    [BAY_Q_TURN_ONE] = { { "turn-one", "{0} has taken the guns: which way does it face?",
                           P(UNIT("unit")) },
                         ASK(turn_one),
                         B(FACE) },
    [BAY_Q_CHECK] = { { "check", "Which brigade checks its morale first?" },
                      ASK(check),
                      B(CHECK) },
    [BAY_Q_LEADER] = { { "leader", "Which leader steadies {0}?", P(BRIGADE("brigade")) },
                       ASK(leader),
                       B(LEADER) },
    [BAY_Q_LINE] = { { "line", "Which line does {0} join?", P(LEADER("leader")) },
                     ASK(line),
                     B(LINE) },
    [BAY_Q_ROUT] = { { "rout", "Whose fugitives run first?" }, ASK(rout), B(ROUT) },
    [BAY_Q_ROUT_TO] = { { "rout-to", "Where do the fugitives of {0} run?", P(UNIT("unit")) },
                        ASK(rout_to),
                        B(TO) },
    [BAY_Q_COVER] = { { "cover", "Which battalion in {0} stands where the fugitives come in?",
                        P(HEX("hex")) },
                      ASK(cover),
                      B(COVER) },
    [BAY_Q_CONCEDE] = { { "concede", "Do you concede the battle?", .flags = TC_F_FREE },
                        ASK(concede),
                        B(FIGHT_ON) | B(CONCEDE) },
};
