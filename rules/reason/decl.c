/* rules/reason/decl.c - the sentences of the system. */
#include "rules/reason/decl.h"
#include "rules/reason/params.h"

/* clang-format off */
const char *const rea_form_words[] = { "line", "attack-column", "march-column", "road-column",
    "general-order", "skirmish", "square", "rout", "limbered", "unlimbered", NULL };
const char *const rea_morale_words[] = { "good", "shaken", "routed", NULL };
const char *const rea_where_words[] = { "awaited", "on", "gone", "captured", "reserve", NULL };
const char *const rea_hook_words[] = { "none", "left", "right", NULL };
const char *const rea_fate_words[] = { "fit", "wounded", "killed", "taken", NULL };

/* Columns, General Order and limbered guns face a hexside, the others the hexpoint after it: R-9. */
const char *const rea_facing_texts[] = { "0 (side e, point ese)", "1 (side se, point s)", "2 (side sw, point wsw)",
    "3 (side w, point wnw)", "4 (side nw, point n)", "5 (side ne, point ene)", NULL };
static const char *const dir_words[] = { "e", "se", "sw", "w", "nw", "ne", NULL };
static const char *const end_words[] = { "left", "right", NULL };
static const char *const part_words[] = { "all", "left", "right", "hook", NULL };
static const char *const set_words[] = { "x", "y", NULL };
static const char *const tempo_words[] = { "back", "on", NULL };
static const char *const check_words[] = { "none", "disorder", "morale", NULL };
static const char *const code_words[] = { "none", "1", "2", "3", "4", "5", "6", "7", "8", "check", NULL };
const char *const rea_init_words[] = { "nothing", "army-morale", "quick-end", "fog-lifts", "lapse",
    "confusion", "special-rally", "free-combat", "leader-initiative", "double-activation",
    "battle-tempo", NULL };
static const char *const fire_words[] = { "nothing", "free-fire", "full-volley", "battalion-guns",
    "poor-discipline", "smoke", "ammunition-low", "ammunition-out", "rapid-fire", "accurate-fire",
    "wild-fire", "caisson", "whites-of-their-eyes", "premature-fire", "no-fire", NULL };

static const char *const lapse_words[] = { "panic", "stragglers", "failure", "colours", NULL };
static const char *const melee_words[] = { "bloody", "attack-falters", "defence-wavers", "ranks-broken",
    "recoil", NULL };
static const char *const ride_words[] = { "ambush", "blown", "plunder", "wild", NULL };

#define COMMAND(n) TC_P_NAME(n, REA_LIST_COMMAND)
#define WING(n) TC_P_NAME(n, REA_LIST_WING)
#define YES(n) TC_P_BOOL(n)
#define FORM(n) TC_P_WORD(n, rea_form_words)
#define HOOKW(n) TC_P_WORD(n, rea_hook_words)
#define DIR(n) TC_P_WORD(n, dir_words)
#define END(n) TC_P_WORD(n, end_words)
#define PART(n) TC_P_WORD(n, part_words)
#define SQUAREW(n) TC_P_WORD(n, set_words)
#define TEMPOW(n) TC_P_WORD(n, tempo_words)
#define CHK(n) TC_P_WORD(n, check_words)
#define CODE(n) TC_P_WORD(n, code_words)
#define FIREW(n) TC_P_WORD(n, fire_words)

const struct tc_decl rea_verbs[REA_VERBS] = {
    [REA_V_ENTER] = { "enter", "enter at {0} facing {1}", { HEX("hex"), FACING("facing") }, 0 },
    [REA_V_DELAY] = { "delay", "come later", { { 0 } }, 0 },
    [REA_V_COMMAND] = { "command", "activate the command {0}", { COMMAND("command") }, 0 },
    [REA_V_WING] = { "wing", "activate the wing {0}", { WING("wing") }, 0 },
    [REA_V_SOLO] = { "solo", "activate {0} alone", { UNIT("unit") }, 0 },
    [REA_V_ATTACH] = { "attach", "attach {0}", { UNIT("unit") }, 0 },
    [REA_V_DONE] = { "done", "no more", { { 0 } }, 0 },
    [REA_V_TRY] = { "try", "{0} acts on his own initiative", { LEADER("leader") }, 0 },
    [REA_V_TRY_UNIT] = { "try-unit", "{0} acts on its own initiative", { UNIT("unit") }, 0 },
    [REA_V_RECOVER] = { "recover", "{0} dresses its ranks", { UNIT("unit") }, 0 },
    [REA_V_FIRE] = { "fire", "{0} fires with {1} at {2}", { UNIT("unit"), PART("part"), HEX("target") }, 0 },
    [REA_V_SQUARE_FIRE] = { "square-fire", "the square of {0} fires into its {1} hexes", { UNIT("unit"), SQUAREW("set") }, 0 },
    [REA_V_JOIN] = { "join", "{0} joins the fire", { UNIT("unit") }, 0 },
    [REA_V_ROUT] = { "rout", "{0} routs of its own will", { UNIT("unit") }, 0 },
    [REA_V_FLEE] = { "flee", "the routed {0} falls back now", { UNIT("unit") }, 0 },
    [REA_V_MOVE] = { "move", "{0} moves", { UNIT("unit") }, 0 },
    [REA_V_RIDE] = { "ride", "{0} rides", { LEADER("leader") }, 0 },
    [REA_V_STEP] = { "step", "go {0}", { DIR("direction") }, 0 },
    [REA_V_ROAD] = { "road", "march {0} by the road", { DIR("direction") }, 0 },
    [REA_V_EMERGE] = { "emerge", "leave general order going {0} into {1} facing {2}", { DIR("direction"), FORM("formation"), FACING("facing") }, 0 },
    [REA_V_COLLECT] = { "collect", "form {0} facing {1} out of general order", { FORM("formation"), FACING("facing") }, 0 },
    [REA_V_TURN] = { "turn", "turn to facing {0}", { FACING("facing") }, 0 },
    [REA_V_FORM] = { "form", "form {0} facing {1} at {2}, {3}", { FORM("formation"), FACING("facing"), HEX("hex"), NUMBER("length") }, 0 },
    [REA_V_EXTEND] = { "extend", "extend to the {0}", { END("end") }, 0 },
    [REA_V_CONTRACT] = { "contract", "contract at the {0}", { END("end") }, 0 },
    [REA_V_HOOK] = { "hook", "hook: {0}", { HOOKW("hook") }, 0 },
    [REA_V_RAPID] = { "rapid", "rapid march", { { 0 } }, 0 },
    [REA_V_BACK_UP] = { "back-up", "back up {0}", { DIR("direction") }, 0 },
    [REA_V_PROLONGE] = { "prolonge", "prolonge {0}", { DIR("direction") }, 0 },
    [REA_V_BACK_STEP] = { "back-step", "step back {0}", { DIR("direction") }, 0 },
    [REA_V_LIMBER] = { "limber", "limber facing {0}", { FACING("facing") }, 0 },
    [REA_V_UNLIMBER] = { "unlimber", "unlimber facing {0}", { FACING("facing") }, 0 },
    [REA_V_BREAK_DOWN] = { "break-down", "break down into skirmishers", { { 0 } }, 0 },
    [REA_V_REFORM] = { "reform", "reform {0} at {1} as {2} facing {3}", { UNIT("parent"), HEX("hex"), FORM("formation"), FACING("facing") }, 0 },
    [REA_V_DETACH] = { "detach", "{0} leaves the stack", { UNIT("unit") }, 0 },
    [REA_V_TOP] = { "top", "{0} takes the top of the stack", { UNIT("unit") }, 0 },
    [REA_V_LEAD] = { "lead", "{0} rides with them", { LEADER("leader") }, 0 },
    [REA_V_END] = { "end", "end the move", { { 0 } }, 0 },
    [REA_V_PLACE] = { "place", "stand at {0} facing {1}", { HEX("hex"), FACING("facing") }, 0 },
    [REA_V_SHOOT] = { "shoot", "fire at {0}", { HEX("target") }, 0 },
    [REA_V_HOLD] = { "hold", "do nothing", { { 0 } }, 0 },
    [REA_V_CHARGE] = { "charge", "charge", { { 0 } }, 0 },
    [REA_V_ATTACK] = { "attack", "{0} attacks {1}", { UNIT("unit"), UNIT("target") }, 0 },
    [REA_V_CHARGE_AT] = { "charge-at", "{0} charges {1}", { UNIT("unit"), UNIT("target") }, 0 },
    [REA_V_COUNTER] = { "counter", "counter-charge", { { 0 } }, 0 },
    [REA_V_STOP] = { "stop", "stop here", { { 0 } }, 0 },
    [REA_V_WITHDRAW] = { "withdraw", "retreat before combat", { { 0 } }, 0 },
    [REA_V_FALL_BACK] = { "fall-back", "fall back {0}", { DIR("direction") }, 0 },
    [REA_V_COLLAPSE] = { "collapse", "gather at {0}", { HEX("hex") }, 0 },
    [REA_V_GIVE_UP] = { "give-up", "give up the {0} hex", { END("end") }, 0 },
    [REA_V_BREAK_OFF] = { "break-off", "break off the fight", { { 0 } }, 0 },
    [REA_V_FIGHT_ON] = { "fight-on", "fight on", { { 0 } }, 0 },
    [REA_V_ADVANCE] = { "advance", "advance to {0} facing {1}", { HEX("hex"), FACING("facing") }, 0 },
    [REA_V_STAY] = { "stay", "stay", { { 0 } }, 0 },
    [REA_V_RECALL] = { "recall", "sound the recall", { { 0 } }, 0 },
    [REA_V_RALLY] = { "rally", "{0} rallies", { UNIT("unit") }, 0 },
    [REA_V_RALLY_FORM] = { "rally-form", "form {0} facing {1}", { FORM("formation"), FACING("facing") }, 0 },
    [REA_V_DECLINE] = { "decline", "run on without a check", { { 0 } }, 0 },
    [REA_V_SACRIFICE] = { "sacrifice", "spend {0} points of command", { NUMBER("points") }, 0 },
    [REA_V_FREE_FIRE] = { "free-fire", "{0} fires", { COMMAND("command") }, 0 },
    [REA_V_FREE_ASSAULT] = { "free-assault", "{0} attacks", { COMMAND("command") }, 0 },
    [REA_V_TEMPO] = { "tempo", "the marker moves {0}", { TEMPOW("way") }, 0 },
    [REA_V_HIT] = { "hit", "{0} is hit", { UNIT("unit") }, 0 },
    [REA_V_VOLUNTEER] = { "volunteer", "some rout of their own will", { { 0 } }, 0 },
};

const uint64_t rea_answers[REA_QUESTIONS] = {
    [REA_Q_ENTER] = TC_VERB(REA_V_ENTER) |
        TC_VERB(REA_V_DELAY),
    [REA_Q_CHOOSE] = TC_VERB(REA_V_COMMAND) |
        TC_VERB(REA_V_WING) |
        TC_VERB(REA_V_SOLO) |
        TC_VERB(REA_V_TRY),
    [REA_Q_SPECIAL] = TC_VERB(REA_V_COMMAND) |
        TC_VERB(REA_V_FREE_FIRE) |
        TC_VERB(REA_V_FREE_ASSAULT) |
        TC_VERB(REA_V_DONE),
    [REA_Q_TEMPO] = TC_VERB(REA_V_TEMPO),
    [REA_Q_ATTACH] = TC_VERB(REA_V_ATTACH) |
        TC_VERB(REA_V_DONE),
    [REA_Q_CONTROL] = TC_VERB(REA_V_TRY) |
        TC_VERB(REA_V_TRY_UNIT) |
        TC_VERB(REA_V_DONE),
    [REA_Q_RECOVER] = TC_VERB(REA_V_RECOVER) |
        TC_VERB(REA_V_DONE),
    [REA_Q_FIRE] = TC_VERB(REA_V_FIRE) |
        TC_VERB(REA_V_SQUARE_FIRE) |
        TC_VERB(REA_V_DONE),
    [REA_Q_JOIN] = TC_VERB(REA_V_JOIN) |
        TC_VERB(REA_V_DONE),
    [REA_Q_WILD] = TC_VERB(REA_V_COLLAPSE),
    [REA_Q_VICTIM] = TC_VERB(REA_V_HIT),
    [REA_Q_FACE] = TC_VERB(REA_V_TURN),
    [REA_Q_GO_FACE] = TC_VERB(REA_V_TURN),
    [REA_Q_GIVE_UP] = TC_VERB(REA_V_GIVE_UP),
    [REA_Q_COLLAPSE] = TC_VERB(REA_V_COLLAPSE),
    [REA_Q_RETREAT] = TC_VERB(REA_V_FALL_BACK) |
        TC_VERB(REA_V_STOP),
    [REA_Q_VOLUNTEER] = TC_VERB(REA_V_ROUT) |
        TC_VERB(REA_V_FLEE) |
        TC_VERB(REA_V_DONE),
    [REA_Q_PICK] = TC_VERB(REA_V_MOVE) |
        TC_VERB(REA_V_RIDE) |
        TC_VERB(REA_V_VOLUNTEER) |
        TC_VERB(REA_V_DONE),
    [REA_Q_ACT] = TC_VERB(REA_V_STEP) |
        TC_VERB(REA_V_ROAD) |
        TC_VERB(REA_V_EMERGE) |
        TC_VERB(REA_V_COLLECT) |
        TC_VERB(REA_V_TURN) |
        TC_VERB(REA_V_FORM) |
        TC_VERB(REA_V_EXTEND) |
        TC_VERB(REA_V_CONTRACT) |
        TC_VERB(REA_V_HOOK) |
        TC_VERB(REA_V_RAPID) |
        TC_VERB(REA_V_BACK_UP) |
        TC_VERB(REA_V_PROLONGE) |
        TC_VERB(REA_V_BACK_STEP) |
        TC_VERB(REA_V_LIMBER) |
        TC_VERB(REA_V_UNLIMBER) |
        TC_VERB(REA_V_BREAK_DOWN) |
        TC_VERB(REA_V_REFORM) |
        TC_VERB(REA_V_DETACH) |
        TC_VERB(REA_V_TOP) |
        TC_VERB(REA_V_LEAD) |
        TC_VERB(REA_V_END),
    [REA_Q_ORDER_OF_STACK] = TC_VERB(REA_V_TOP) |
        TC_VERB(REA_V_STAY),
    [REA_Q_PLACE] = TC_VERB(REA_V_PLACE),
    [REA_Q_RIDE] = TC_VERB(REA_V_STEP) |
        TC_VERB(REA_V_STOP),
    [REA_Q_SHOOT] = TC_VERB(REA_V_SHOOT) |
        TC_VERB(REA_V_HOLD),
    [REA_Q_OPP_CHARGE] = TC_VERB(REA_V_CHARGE) |
        TC_VERB(REA_V_HOLD),
    [REA_Q_DECLARE] = TC_VERB(REA_V_ATTACK) |
        TC_VERB(REA_V_CHARGE_AT) |
        TC_VERB(REA_V_DONE),
    [REA_Q_ANSWER] = TC_VERB(REA_V_TURN) |
        TC_VERB(REA_V_FORM) |
        TC_VERB(REA_V_HOOK) |
        TC_VERB(REA_V_COUNTER) |
        TC_VERB(REA_V_HOLD),
    [REA_Q_CHARGE] = TC_VERB(REA_V_STEP) |
        TC_VERB(REA_V_CONTRACT) |
        TC_VERB(REA_V_STOP),
    [REA_Q_EVADE] = TC_VERB(REA_V_WITHDRAW) |
        TC_VERB(REA_V_HOLD),
    [REA_Q_VOLLEY] = TC_VERB(REA_V_FIRE) |
        TC_VERB(REA_V_SQUARE_FIRE) |
        TC_VERB(REA_V_HOLD),
    [REA_Q_REFIGHT] = TC_VERB(REA_V_FIGHT_ON) |
        TC_VERB(REA_V_BREAK_OFF),
    [REA_Q_ADVANCE] = TC_VERB(REA_V_ADVANCE) |
        TC_VERB(REA_V_STAY),
    [REA_Q_RECALL] = TC_VERB(REA_V_RECALL) |
        TC_VERB(REA_V_HOLD),
    [REA_Q_RALLY_FORM] = TC_VERB(REA_V_RALLY_FORM),
    [REA_Q_DECLINE] = TC_VERB(REA_V_RALLY) |
        TC_VERB(REA_V_DECLINE),
    [REA_Q_RALLY] = TC_VERB(REA_V_RALLY) |
        TC_VERB(REA_V_DONE),
    [REA_Q_SACRIFICE] = TC_VERB(REA_V_SACRIFICE),
    [REA_Q_LIMITED] = TC_VERB(REA_V_COMMAND) |
        TC_VERB(REA_V_DONE),
};

const struct tc_decl rea_events[REA_EVENTS] = {
    [REA_E_TURN] = { "turn", "Turn {0}.", { NUMBER("turn") }, 0 },
    [REA_E_ENTERS] = { "enters", "{0} enters at {1}.", { UNIT("unit"), HEX("hex") }, 0 },
    [REA_E_DELAYED] = { "delayed", "{0} comes later.", { UNIT("unit") }, 0 },
    [REA_E_INITIATIVE] = { "initiative", "Initiative: {1} to {2}. {0} has it.", { SIDE("side"), NUMBER("first"), NUMBER("second") }, 0 },
    [REA_E_END_MARKER] = { "end-marker", "The end marker stands in box {0} of {1}.", { NUMBER("box"), NUMBER("boxes") }, 0 },
    [REA_E_SPECIAL_INITIATIVE] = { "special-initiative", "Doubles for {0}: {1}.", { SIDE("side"), INITW("result") }, 0 },
    [REA_E_CONFUSION] = { "confusion", "Confusion: the command {0} is finished for this turn.", { COMMAND("command") }, 0 },
    [REA_E_ACTIVATES] = { "activates", "{0} acts.", { SIDE("side") }, 0 },
    [REA_E_ATTACHED] = { "attached", "{0} acts with them.", { UNIT("unit") }, 0 },
    [REA_E_LEADER_ACTS] = { "leader-acts", "{0} rolls {1} and acts on his own.", { LEADER("leader"), NUMBER("roll") }, TC_F_OUTCOME },
    [REA_E_LEADER_WAITS] = { "leader-waits", "{0} rolls {1} and waits for orders.", { LEADER("leader"), NUMBER("roll") }, TC_F_OUTCOME },
    [REA_E_OOC] = { "out-of-command", "{0} is out of command.", { UNIT("unit") }, 0 },
    [REA_E_FINISHED] = { "finished", "The activation of {0} is finished.", { SIDE("side") }, 0 },
    [REA_E_TURN_ENDS] = { "turn-ends", "The turn draws to its end.", { { 0 } }, 0 },
    [REA_E_LIMITED] = { "limited", "Limited activation: {0}.", { COMMAND("command") }, 0 },
    [REA_E_RECOVERED] = { "recovered", "{0} has dressed its ranks.", { UNIT("unit") }, TC_F_OUTCOME },
    [REA_E_STILL_DISORDERED] = { "still-disordered", "{0} stays disordered.", { UNIT("unit") }, TC_F_OUTCOME },
    [REA_E_STRENGTH] = { "strength", "{0} fires {1} strength points at a multiple of {2}/100.",
        { UNIT("unit"), NUMBER("points"), NUMBER("multiple") }, TC_F_WORKING },
    [REA_E_COLUMN] = { "column", "Fire column {0}:{1}.", { NUMBER("num"), NUMBER("den") }, TC_F_WORKING },
    [REA_E_SPECIAL_FIRE] = { "special-fire", "Special result for {0}: {1}.", { UNIT("unit"), FIREW("result") }, 0 },
    [REA_E_FIRE_RESULT] = { "fire-result", "Fire on {0}: {1}.", { UNIT("unit"), CODE("result") }, TC_F_OUTCOME },
    [REA_E_LOSES] = { "loses", "{0} loses {1}.", { UNIT("unit"), NUMBER("points") }, TC_F_OUTCOME },
    [REA_E_WEAKER] = { "weaker", "{0} is weaker by {1}, {2} left.", { UNIT("unit"), NUMBER("points"), NUMBER("left") }, 0 },
    [REA_E_ELIMINATED] = { "eliminated", "{0} is no more.", { UNIT("unit") }, TC_F_OUTCOME },
    [REA_E_OPPORTUNITY_FIRE] = { "opportunity-fire", "{0} fires at the passing enemy in {1}.", { UNIT("unit"), HEX("hex") }, 0 },
    [REA_E_DEFENSIVE_FIRE] = { "defensive-fire", "{0} fires at the attackers in {1}.", { UNIT("unit"), HEX("hex") }, 0 },
    [REA_E_DISORDERED] = { "disordered", "{0} falls into disorder.", { UNIT("unit") }, TC_F_OUTCOME },
    [REA_E_SHAKEN] = { "shaken", "{0} is shaken.", { UNIT("unit") }, TC_F_OUTCOME },
    [REA_E_ROUTED] = { "routed", "{0} breaks and runs.", { UNIT("unit") }, TC_F_OUTCOME },
    [REA_E_CAPTURED] = { "captured", "{0} lays down its arms.", { UNIT("unit") }, TC_F_OUTCOME },
    [REA_E_LED_AWAY] = { "led-away", "{0} is led away.", { UNIT("unit") }, 0 },
    [REA_E_KEPT_ORDER] = { "kept-order", "{0} keeps its order.", { UNIT("unit") }, TC_F_OUTCOME },
    [REA_E_CHECK_FAILED] = { "check-failed", "{0} fails its check.", { UNIT("unit") }, 0 },
    [REA_E_STOOD] = { "stood", "{0} stands firm against {1}.", { UNIT("unit"), NUMBER("er") }, TC_F_OUTCOME },
    [REA_E_MORALE_FAILED] = { "morale-failed", "{0} fails a morale check against {1}.", { UNIT("unit"), NUMBER("er") }, 0 },
    [REA_E_SPECIAL_CHECK] = { "special-check", "Special result of the check of {0}: {1}.", { UNIT("unit"), TC_P_WORD("result", lapse_words) }, 0 },
    [REA_E_MOVED] = { "moved", "{0} goes to {1} for {2} MP.", { UNIT("unit"), HEX("hex"), MPS("cost") }, 0 },
    [REA_E_TURNED] = { "turned", "{0} turns to facing {1} for {2} MP.", { UNIT("unit"), FACING("facing"), MPS("cost") }, 0 },
    [REA_E_FORMED] = { "formed", "{0} forms {1} for {2} MP.", { UNIT("unit"), FORM("formation"), MPS("cost") }, 0 },
    [REA_E_RESIZED] = { "resized", "{0} now covers {1} hexes for {2} MP.", { UNIT("unit"), NUMBER("hexes"), MPS("cost") }, 0 },
    [REA_E_CONTRACTED] = { "contracted", "{0} draws together to {1} hexes.", { UNIT("unit"), NUMBER("hexes") }, 0 },
    [REA_E_PASSES] = { "passes", "{0} passes through friends at {1}.", { UNIT("unit"), HEX("hex") }, 0 },
    [REA_E_HALTS] = { "halts", "{0} halts.", { UNIT("unit") }, TC_F_OUTCOME },
    [REA_E_RAPID] = { "rapid", "{0} marches fast.", { UNIT("unit") }, 0 },
    [REA_E_RIDES_WITH] = { "rides-with", "{0} rides with {1}.", { LEADER("leader"), UNIT("unit") }, 0 },
    [REA_E_RODE] = { "rode", "{0} rides to {1}.", { LEADER("leader"), HEX("hex") }, 0 },
    [REA_E_DETACHED] = { "detached", "{0} leaves its stack.", { UNIT("unit") }, 0 },
    [REA_E_ON_TOP] = { "on-top", "{0} takes the top of its stack.", { UNIT("unit") }, 0 },
    [REA_E_JOINED] = { "joined", "{0} is joined.", { UNIT("unit") }, 0 },
    [REA_E_BROKE_DOWN] = { "broke-down", "{0} breaks down into skirmishers.", { UNIT("unit") }, 0 },
    [REA_E_PLACED] = { "placed", "Skirmishers of {0} stand at {1}.", { UNIT("unit"), HEX("hex") }, 0 },
    [REA_E_REFORMED] = { "reformed", "{0} reforms at {1}.", { UNIT("unit"), HEX("hex") }, TC_F_OUTCOME },
    [REA_E_NOT_REFORMED] = { "not-reformed", "{0} does not reform.", { UNIT("unit") }, TC_F_OUTCOME },
    [REA_E_FLEES] = { "flees", "{0} falls back farther.", { UNIT("unit") }, 0 },
    [REA_E_FELL_BACK] = { "fell-back", "{0} falls back to {1}.", { UNIT("unit"), HEX("hex") }, 0 },
    [REA_E_LEFT_MAP] = { "left-map", "{0} leaves the field.", { UNIT("unit") }, TC_F_OUTCOME },
    [REA_E_OPPORTUNITY_CHARGE] = { "opportunity-charge", "{0} charges the passing {1}.", { UNIT("unit"), UNIT("target") }, 0 },
    [REA_E_DECLARES] = { "declares", "{0} goes at {1}.", { UNIT("unit"), UNIT("target") }, 0 },
    [REA_E_COUNTERS] = { "counters", "{0} counter-charges.", { UNIT("unit") }, TC_F_OUTCOME },
    [REA_E_EVADES] = { "evades", "{0} slips away.", { UNIT("unit") }, TC_F_OUTCOME },
    [REA_E_FIGHT] = { "fight", "Close combat {0} to {1}, values {2} and {3}: column {4}:{5}.",
        { NUMBER("attackers"), NUMBER("defenders"), NUMBER("attack-cv"), NUMBER("defence-cv"),
          NUMBER("num"), NUMBER("den") }, TC_F_WORKING },
    [REA_E_SPECIAL_MELEE] = { "special-melee", "Special result of the fight: {0}.", { TC_P_WORD("result", melee_words) }, 0 },
    [REA_E_MELEE_RESULT] = { "melee-result", "Attackers lose {0}, {1}; defenders lose {2}, {3}.",
        { NUMBER("attack-loss"), CHK("attack-check"), NUMBER("defence-loss"),
          CHK("defence-check") }, TC_F_OUTCOME },
    [REA_E_BREAKS_OFF] = { "breaks-off", "The attackers break off.", { NUMBER("fight") }, 0 },
    [REA_E_FIGHT_OVER] = { "fight-over", "The fight is over: attackers won {1}, defenders won {2}.",
        { NUMBER("fight"), YES("attackers"), YES("defenders") }, TC_F_OUTCOME },
    [REA_E_ADVANCED] = { "advanced", "{0} advances to {1}.", { UNIT("unit"), HEX("hex") }, 0 },
    [REA_E_PURSUIT_POINTS] = { "pursuit-points", "{0} has {1} points of pursuit.", { UNIT("unit"), NUMBER("points") }, TC_F_OUTCOME },
    [REA_E_SPECIAL_PURSUIT] = { "special-pursuit", "Special result of the pursuit by {0}: {1}.",
        { UNIT("unit"), TC_P_WORD("result", ride_words) }, 0 },
    [REA_E_PURSUES] = { "pursues", "{0} pursues to {1}.", { UNIT("unit"), HEX("hex") }, 0 },
    [REA_E_RECALLED] = { "recalled", "{0} hears the recall.", { UNIT("unit") }, TC_F_OUTCOME },
    [REA_E_RALLIED] = { "rallied", "{0} rallies.", { UNIT("unit") }, TC_F_OUTCOME },
    [REA_E_RALLY_FAILED] = { "rally-failed", "{0} does not rally and loses {1}.", { UNIT("unit"), NUMBER("points") }, TC_F_OUTCOME },
    [REA_E_STILL_SHAKEN] = { "still-shaken", "{0} stays shaken.", { UNIT("unit") }, TC_F_OUTCOME },
    [REA_E_ARMY_MORALE] = { "army-morale", "The morale of {0} falls by {1} to {2}.",
        { SIDE("side"), NUMBER("fall"), NUMBER("morale") }, TC_F_OUTCOME },
    [REA_E_LEADER_KILLED] = { "leader-killed", "{0} is killed.", { LEADER("leader") }, TC_F_OUTCOME },
    [REA_E_LEADER_WOUNDED] = { "leader-wounded", "{0} is wounded and carried off.", { LEADER("leader") }, TC_F_OUTCOME },
    [REA_E_LEADER_TAKEN] = { "leader-taken", "{0} is taken.", { LEADER("leader") }, TC_F_OUTCOME },
    [REA_E_LEADER_REPLACED] = { "leader-replaced", "Another takes the place of {0}.", { LEADER("leader") }, 0 },
    [REA_E_OVER] = { "over", "The battle is over: {0} points to {1}.", { NUMBER("first"), NUMBER("second") }, 0 },
};

const struct tc_decl rea_reasons[REA_REASONS] = {
    TC_REASONS_COMMON,
    [REA_R_ARC] = { "arc", "{0} is not in the arc of fire.", { HEX("hex") }, 0 },
    [REA_R_ARMS] = { "arms", "Muskets and guns do not fire as one.", { { 0 } }, 0 },
    [REA_R_BENT] = { "bent", "A column must stand straight again first.", { { 0 } }, 0 },
    [REA_R_CLOSED] = { "closed", "That ground is closed to this formation: {0}.", { HEX("hex") }, 0 },
    [REA_R_COST] = { "cost", "That costs {0} MP; {1} left.", { MPS("cost"), MPS("left") }, 0 },
    [REA_R_DETACHED] = { "detached", "The leader of {0} commands a detachment.", { WING("wing") }, 0 },
    [REA_R_DISORDERED] = { "disordered", "Not while disordered.", { { 0 } }, 0 },
    [REA_R_ENEMY_THERE] = { "enemy-there", "The enemy stands at {0}.", { HEX("hex") }, 0 },
    [REA_R_FINISHED] = { "finished", "The command {0} has acted.", { COMMAND("command") }, 0 },
    [REA_R_FIRED] = { "fired", "Not after having fired.", { { 0 } }, 0 },
    [REA_R_HOOKED] = { "hooked", "Not with a hook.", { { 0 } }, 0 },
    [REA_R_LEADER_OUT] = { "leader-out", "{0} is out of command.", { LEADER("leader") }, 0 },
    [REA_R_LEASH] = { "leash", "Skirmishers may not go so far from formed troops.", { { 0 } }, 0 },
    [REA_R_LIMITED] = { "limited", "A limited activation allows road moves only.", { { 0 } }, 0 },
    [REA_R_MOVED] = { "moved", "{0} has moved.", { UNIT("unit") }, 0 },
    [REA_R_MUST_CHARGE] = { "must-charge", "A charge goes on until an enemy is in front.", { { 0 } }, 0 },
    [REA_R_MUST_EMERGE] = { "must-emerge", "General order must take a formation at {0}.", { HEX("hex") }, 0 },
    [REA_R_MUST_RETREAT] = { "must-retreat", "{0} hexes of retreat are left.", { NUMBER("left") }, 0 },
    [REA_R_NEEDS_ALL] = { "needs-all", "That needs the whole allowance of {0} MP, untouched.", { MPS("allowance") }, 0 },
    [REA_R_NOT_ACTIVE] = { "not-active", "{0} takes no part in this now.", { UNIT("unit") }, 0 },
    [REA_R_NOT_FRONT] = { "not-front", "Only into or against a front hex.", { { 0 } }, 0 },
    [REA_R_NOT_INDEPENDENT] = { "not-independent", "{0} is not independent.", { UNIT("unit") }, 0 },
    [REA_R_NOT_LEAD] = { "not-lead", "{0} does not lead its stack.", { UNIT("unit") }, 0 },
    [REA_R_NOT_NEXT] = { "not-next", "{0} is not next to {1}.", { UNIT("unit"), HEX("hex") }, 0 },
    [REA_R_NOT_REAR] = { "not-rear", "Only into a rear hex.", { { 0 } }, 0 },
    [REA_R_NOT_YET] = { "not-yet", "The command {0} has not acted yet.", { COMMAND("command") }, 0 },
    [REA_R_ALONE] = { "alone", "{0} stands alone.", { UNIT("unit") }, 0 },
    [REA_R_ARRANGED] = { "arranged", "The stack of {0} has been arranged in this move.", { UNIT("unit") }, 0 },
    [REA_R_NOT_TOP] = { "not-top", "{0} is not on top of its stack: name {1}.", { UNIT("unit"), UNIT("top") }, 0 },
    [REA_R_NOT_VACATED] = { "not-vacated", "Nobody who was beaten in this fight stood at {0}.", { HEX("hex") }, 0 },
    [REA_R_ON_THE_WAY] = { "on-the-way", "{0} has begun to move.", { UNIT("unit") }, 0 },
    [REA_R_ON_TOP] = { "on-top", "{0} is on top already.", { UNIT("unit") }, 0 },
    [REA_R_ORDERED] = { "ordered", "{0} is in good order.", { UNIT("unit") }, 0 },
    [REA_R_TRIED] = { "tried", "{0} or its stack has tried already.", { UNIT("unit") }, 0 },
    [REA_R_OTHER_STACK] = { "other-stack", "{0} is not in this stack.", { UNIT("unit") }, 0 },
    [REA_R_NO_ATTACK] = { "no-attack", "{0} cannot attack.", { UNIT("unit") }, 0 },
    [REA_R_NO_COMMAND] = { "no-command", "Not the command {0}.", { COMMAND("command") }, 0 },
    [REA_R_NO_EXIT] = { "no-exit", "Limbered here it could not leave the hex.", { { 0 } }, 0 },
    [REA_R_NO_LEADER] = { "no-leader", "That needs a leader with the stack.", { { 0 } }, 0 },
    [REA_R_NO_PATH] = { "no-path", "No charge reaches {0} with {1} MP.", { UNIT("target"), MPS("allowance") }, 0 },
    [REA_R_NO_PROLONGE] = { "no-prolonge", "{0} cannot be prolonged.", { UNIT("unit") }, 0 },
    [REA_R_NO_RETREAT] = { "no-retreat", "{0} may not fall back that way.", { UNIT("unit") }, 0 },
    [REA_R_NO_ROOM_BEHIND] = { "no-room-behind", "There is no room for the column behind {0}.", { HEX("hex") }, 0 },
    [REA_R_NO_SKIRMISH] = { "no-skirmish", "{0} cannot do that with skirmishers.", { UNIT("unit") }, 0 },
    [REA_R_NO_WING] = { "no-wing", "The wing {0} cannot be activated.", { WING("wing") }, 0 },
    [REA_R_OFF_MAP] = { "off-map", "That leads off the map.", { { 0 } }, 0 },
    [REA_R_ONE_HEX] = { "one-hex", "General order goes one hex only.", { { 0 } }, 0 },
    [REA_R_OOC] = { "out-of-command", "Not while out of command.", { { 0 } }, 0 },
    [REA_R_OUT_OF_RANGE] = { "out-of-range", "{0} is out of the leader's range.", { UNIT("unit") }, 0 },
    [REA_R_RANGE] = { "range", "{0} is out of range: {1} hexes.", { HEX("hex"), NUMBER("range") }, 0 },
    [REA_R_RAPID] = { "rapid", "That formation cannot march fast.", { { 0 } }, 0 },
    [REA_R_ROOM] = { "room", "{1} strength points in {0}; {2} are allowed.", { HEX("hex"), NUMBER("points"), NUMBER("limit") }, 0 },
    [REA_R_ROUTED] = { "routed", "{0} is routed.", { UNIT("unit") }, 0 },
    [REA_R_SHAKEN] = { "shaken", "Not with that morale.", { { 0 } }, 0 },
    [REA_R_SIGHT] = { "sight", "{0} is out of sight.", { HEX("hex") }, 0 },
    [REA_R_STACK] = { "stack", "They may not stand together.", { { 0 } }, 0 },
    [REA_R_TOGETHER] = { "together", "Guns in a stack turn with it.", { { 0 } }, 0 },
    [REA_R_TOO_FEW] = { "too-few", "{0} strength points; {1} are needed.", { NUMBER("points"), NUMBER("least") }, 0 },
    [REA_R_TOO_LONG] = { "too-long", "{0} hexes; {1} are allowed.", { NUMBER("hexes"), NUMBER("most") }, 0 },
    [REA_R_TOO_NEAR] = { "too-near", "{0} is in front already: attack it.", { UNIT("target") }, 0 },
    [REA_R_UNFOUGHT] = { "unfought", "{0} in its front could not be fought.", { UNIT("unit") }, 0 },
    [REA_R_ZOC] = { "zoc", "Not in or into an enemy zone of control.", { { 0 } }, 0 },
    [REA_R_NO_COUNTER] = { "no-counter", "Only cavalry in line or attack column can counter-charge.", { { 0 } }, 0 },
    [REA_R_NO_ANSWER] = { "no-answer", "Guns, and troops in general order, cannot change formation or facing to meet a charge.", { { 0 } }, 0 },
    [REA_R_CONTRACTED] = { "contracted", "A charging line gives up one hex for each hex it has charged.", { { 0 } }, 0 },
    [REA_R_NO_SUCH] = { "no-such", "There is no such hex, end or facing.", { { 0 } }, 0 },
    [REA_R_SQUARE_SETS] = { "square-sets", "A square fires into three hexes at once: use square-fire.", { { 0 } }, 0 },
    [REA_R_NOT_SQUARE] = { "not-square", "Only a square fires that way.", { { 0 } }, 0 },
    [REA_R_COLUMN_FIRE] = { "column-fire", "Troops in {0} cannot fire.", { FORM("formation") }, 0 },
    [REA_R_HORSE_FIRE] = { "horse-fire", "Cavalry does not fire.", { { 0 } }, 0 },
    [REA_R_BENEATH] = { "beneath", "{0} lies beneath infantry and cannot fire.", { UNIT("unit") }, 0 },
    [REA_R_NO_POINTS] = { "no-points", "The units above {0} take all the places in the firing line.", { UNIT("unit") }, 0 },
    [REA_R_HALVES] = { "halves", "Only a line of two hexes fires by halves.", { { 0 } }, 0 },
    [REA_R_HOOK_FIRE] = { "hook-fire", "It has no hook left to fire with.", { { 0 } }, 0 },
    [REA_R_NOBODY_THERE] = { "nobody-there", "There is no enemy to shoot at {0}.", { HEX("hex") }, 0 },
    [REA_R_NOBODY_NEAR] = { "nobody-near", "No enemy stands in those three hexes where it could fire.", { { 0 } }, 0 },
    [REA_R_NOT_ATTACKING] = { "not-attacking", "Nobody attacks it from {0}.", { HEX("hex") }, 0 },
    [REA_R_NOT_MOVER] = { "not-mover", "The unit that moves is not at {0}.", { HEX("hex") }, 0 },
    [REA_R_NO_LANE] = { "no-lane", "The mover has not come within two hexes with a free way to it.", { { 0 } }, 0 },
    [REA_R_NO_OPP] = { "no-opportunity", "Only cavalry in line or attack column charges a passing enemy.", { { 0 } }, 0 },
    [REA_R_NOT_IN_STACK] = { "not-in-stack", "{0} is not in the stack that was hit.", { UNIT("unit") }, 0 },
    [REA_R_NOT_ENEMY] = { "not-enemy", "{0} is not an enemy on the map.", { UNIT("unit") }, 0 },
    [REA_R_NO_ATTACK_FORM] = { "no-attack-form", "Troops in {0} cannot attack.", { FORM("formation") }, 0 },
    [REA_R_NO_CHARGE] = { "no-charge", "Only cavalry in line or attack column can charge.", { { 0 } }, 0 },
    [REA_R_ATTACKS] = { "attacks", "{0} has declared its attack.", { UNIT("unit") }, 0 },
    [REA_R_TOO_MANY] = { "too-many", "No more attacks can be declared now; {0} is the most.", { NUMBER("most") }, 0 },
    [REA_R_NO_LOOSE] = { "no-loose", "This unit cannot change to or from skirmish order.", { { 0 } }, 0 },
    [REA_R_LOOSE_ONCE] = { "loose-once", "It has changed to or from skirmish order in this move.", { { 0 } }, 0 },
    [REA_R_LOOSE_INTO] = { "loose-into", "Skirmishers form line, attack column or march column, not {0}.", { FORM("formation") }, 0 },
    [REA_R_LOOSE_HEX] = { "loose-hex", "It changes in one hex, where it stands.", { { 0 } }, 0 },
    [REA_R_NO_CHANGE] = { "no-change", "{0} cannot become {1}.", { FORM("from"), FORM("to") }, 0 },
    [REA_R_ROW] = { "row", "In the same row the new formation covers the hexes of the old, or lies within them.", { { 0 } }, 0 },
    [REA_R_HEAD_IN] = { "head-in", "The line must include {0}, the head of the column.", { HEX("hex") }, 0 },
    [REA_R_HEAD] = { "head", "The head must be at {0}.", { HEX("hex") }, 0 },
    [REA_R_BESIDE] = { "beside", "The new facing must lie next to the old one.", { { 0 } }, 0 },
    [REA_R_HEAD_FACING] = { "head-facing", "The head of the column and its facing must stay as they are.", { { 0 } }, 0 },
    [REA_R_NO_TAIL] = { "no-tail", "The column needs no more hexes: give direction 0.", { { 0 } }, 0 },
    [REA_R_STRAIGHT_IN] = { "straight-in", "The march column must lie in hexes of the road column.", { { 0 } }, 0 },
    [REA_R_SQUARE_IN] = { "square-in", "The square is formed in a hex of the line.", { { 0 } }, 0 },
    [REA_R_FROM_SQUARE] = { "from-square", "The new formation must include {0}; a column has its head there.", { HEX("hex") }, 0 },
    [REA_R_NOT_UNLIMBERED] = { "not-unlimbered", "Only unlimbered guns can do that.", { { 0 } }, 0 },
    [REA_R_NOT_LIMBERED] = { "not-limbered", "Only limbered guns can unlimber.", { { 0 } }, 0 },
    [REA_R_NO_HOOK] = { "no-hook", "Only infantry in line can form a hook.", { { 0 } }, 0 },
    [REA_R_HOOKLESS] = { "hookless", "It has no hook to take in.", { { 0 } }, 0 },
    [REA_R_TURNED] = { "turned", "The guns have turned in this move.", { { 0 } }, 0 },
    [REA_R_SAME_WAY] = { "same-way", "Guns that unlimber in a stack must face as it does.", { { 0 } }, 0 },
    [REA_R_SAME_FACING] = { "same-facing", "It faces that way already.", { { 0 } }, 0 },
    [REA_R_NO_FACING] = { "no-facing", "Troops in {0} have no facing.", { FORM("formation") }, 0 },
    [REA_R_WHEEL] = { "wheel", "A line of several hexes wheels one step at a time, or faces about.", { { 0 } }, 0 },
    [REA_R_NOT_GENERAL] = { "not-general", "It is not in general order.", { { 0 } }, 0 },
    [REA_R_GATHER] = { "gather", "General order in open ground must first form up where it stands.", { { 0 } }, 0 },
    [REA_R_NOT_LOOSE] = { "not-loose", "It is not in general order in open ground.", { { 0 } }, 0 },
    [REA_R_FORM_HERE] = { "form-here", "{0} cannot be formed there.", { FORM("formation") }, 0 },
    [REA_R_RAPID_ON] = { "rapid-on", "It is marching fast already.", { { 0 } }, 0 },
    [REA_R_SPENT] = { "spent", "It has used its whole movement allowance.", { { 0 } }, 0 },
    [REA_R_LEADER_GONE] = { "leader-gone", "{0} is not on the field.", { LEADER("leader") }, 0 },
    [REA_R_LEADER_THEIRS] = { "leader-theirs", "{0} is not on your side.", { LEADER("leader") }, 0 },
    [REA_R_LEADER_TRIED] = { "leader-tried", "{0} has tried already.", { LEADER("leader") }, 0 },
    [REA_R_LEADER_IN] = { "leader-in", "{0} is in command without it.", { LEADER("leader") }, 0 },
    [REA_R_LEADER_RANK] = { "leader-rank", "{0} has not the rank for that.", { LEADER("leader") }, 0 },
    [REA_R_LEADER_STUNNED] = { "leader-stunned", "{0} is stunned and may not move this turn.", { LEADER("leader") }, 0 },
    [REA_R_LEADER_MOVED] = { "leader-moved", "{0} has moved.", { LEADER("leader") }, 0 },
    [REA_R_LEADER_AWAY] = { "leader-away", "{0} is not with them.", { LEADER("leader") }, 0 },
    [REA_R_LEADER_IDLE] = { "leader-idle", "The command of {0} is not acting.", { LEADER("leader") }, 0 },
    [REA_R_LEADER_WING] = { "leader-wing", "Fewer than two commands under {0} can still act.", { LEADER("leader") }, 0 },
    [REA_R_WING_DONE] = { "wing-done", "The wing {0} has acted.", { WING("wing") }, 0 },
    [REA_R_WING_SMALL] = { "wing-small", "Fewer than two commands of the wing {0} can still act.", { WING("wing") }, 0 },
    [REA_R_COMMAND_EMPTY] = { "command-empty", "The command {0} has no units on the field.", { COMMAND("command") }, 0 },
    [REA_R_THEIRS] = { "theirs", "{0} is not on your side.", { UNIT("unit") }, 0 },
    [REA_R_OFF_FIELD] = { "off-field", "{0} is not on the field.", { UNIT("unit") }, 0 },
    [REA_R_ACTED] = { "acted", "{0} has acted this turn.", { UNIT("unit") }, 0 },
    [REA_R_IN_COMMAND] = { "in-command", "{0} is in command without it.", { UNIT("unit") }, 0 },
    [REA_R_NOT_ROUTED] = { "not-routed", "{0} is not one of your routed units on the field.", { UNIT("unit") }, 0 },
    [REA_R_TOO_LATE] = { "too-late", "Units have moved: it is too late for a voluntary rout.", { { 0 } }, 0 },
    [REA_R_NO_VOLUNTEERS] = { "no-volunteers", "No unit can rout of its own will now.", { { 0 } }, 0 },
    [REA_R_GUNS_STAND] = { "guns-stand", "{0} is artillery, which does not rout.", { UNIT("unit") }, 0 },
    [REA_R_NOT_SHAKEN] = { "not-shaken", "{0} is not shaken.", { UNIT("unit") }, 0 },
    [REA_R_REFORM_INTO] = { "reform-into", "The parent reforms in line, attack column, march column or general order, not in {0}.", { FORM("formation") }, 0 },
    [REA_R_NO_PARTS] = { "no-parts", "None of the skirmishers of {0} is on the field.", { UNIT("unit") }, 0 },
    [REA_R_NOT_BROKEN] = { "not-broken-down", "{0} is not broken down into skirmishers.", { UNIT("unit") }, 0 },
    [REA_R_OCCUPIED] = { "occupied", "{0} is occupied.", { HEX("hex") }, 0 },
    [REA_R_NOT_BESIDE] = { "not-beside", "Skirmishers are placed where their parent stood or next to it, not at {0}.", { HEX("hex") }, 0 },
    [REA_R_PARTS_FEW] = { "parts-few", "The skirmish units of {0} cannot hold all of its strength.", { UNIT("unit") }, 0 },
    [REA_R_PARTS_ROOM] = { "parts-room", "There are not enough free hexes around {0} for its skirmishers.", { UNIT("unit") }, 0 },
    [REA_R_BY_HAND] = { "by-hand", "Unlimbered guns move by hand only: use prolonge.", { { 0 } }, 0 },
    [REA_R_ROAD_COLUMN] = { "road-column", "Only a road column marches by road.", { { 0 } }, 0 },
    [REA_R_ON_ROAD] = { "on-road", "It has begun to march by road and must stay on it.", { { 0 } }, 0 },
    [REA_R_OFF_ROAD] = { "off-road", "It has begun its move off the road.", { { 0 } }, 0 },
    [REA_R_NOT_ON_ROAD] = { "not-on-road", "There is no road at {0}: the whole column must begin and end on one.", { HEX("hex") }, 0 },
    [REA_R_NO_ROAD] = { "no-road", "No road leads that way from {0}.", { HEX("hex") }, 0 },
    [REA_R_OWN_TAIL] = { "own-tail", "The column would run into its own tail at {0}.", { HEX("hex") }, 0 },
    [REA_R_NO_RESIZE] = { "no-resize", "Only a line or march column of several hexes, or of enough strength for them, can do that.", { { 0 } }, 0 },
    [REA_R_SHORT] = { "short", "It covers one hex only.", { { 0 } }, 0 },
    [REA_R_NO_BACK_UP] = { "no-back-up", "Only a line without a hook, an attack column, or a march column of one hex can back up.", { { 0 } }, 0 },
    [REA_R_DRAWN] = { "drawn", "The guns have been drawn as far as they can be in one turn.", { { 0 } }, 0 },
    [REA_R_GUNS_ACTED] = { "guns-acted", "The guns have turned, limbered or moved in this move.", { { 0 } }, 0 },
    [REA_R_GRENZERS] = { "grenzers", "Only Austrian Grenzers in skirmish order step back, and only at Kolin.", { { 0 } }, 0 },
    [REA_R_NOT_ITS_HEX] = { "not-its-hex", "It does not stand there.", { { 0 } }, 0 },
    [REA_R_WILD] = { "wild", "Wild fire must hit one of your stacks next to {0}, if there is one.", { HEX("hex") }, 0 },
    [REA_R_ASKED] = { "asked", "The question is about {0}.", { UNIT("unit") }, 0 },
    [REA_R_ENTRY] = { "entry", "{0} is not one of its entry hexes.", { HEX("hex") }, 0 },
    [REA_R_ONE_STEP] = { "one-step", "It keeps its facing or turns one step.", { { 0 } }, 0 },
    [REA_R_BROKEN] = { "broken", "The position of {0} is impossible.", { UNIT("unit") }, 0 },
};

const struct tc_decl rea_labels[REA_LABELS] = {
    [REA_L_ER] = { "er", "effectiveness of {0}", { UNIT("unit") }, 0 },
    [REA_L_MODIFIED_ER] = { "modified-er", "modified effectiveness", { { 0 } }, 0 },
    [REA_L_SHAKEN] = { "shaken", "shaken", { { 0 } }, 0 },
    [REA_L_ROUTED] = { "routed", "routed", { { 0 } }, 0 },
    [REA_L_DISORDERED] = { "disordered", "disordered", { { 0 } }, 0 },
    [REA_L_MELEE] = { "melee", "result M", { { 0 } }, 0 },
    [REA_L_AC] = { "attack-column", "attack column", { { 0 } }, 0 },
    [REA_L_GO] = { "general-order", "general order", { { 0 } }, 0 },
    [REA_L_MC] = { "march-column", "march column", { { 0 } }, 0 },
    [REA_L_RC] = { "road-column", "road column", { { 0 } }, 0 },
    [REA_L_SQUARE] = { "square", "square", { { 0 } }, 0 },
    [REA_L_SUPPORTED] = { "supported", "supported line", { { 0 } }, 0 },
    [REA_L_TERRAIN] = { "terrain", "terrain", { { 0 } }, 0 },
    [REA_L_LEADER] = { "leader", "{0} is with them", { LEADER("leader") }, 0 },
    [REA_L_ENFILADED] = { "enfiladed", "enfiladed", { { 0 } }, 0 },
    [REA_L_LOST] = { "lost", "{0} strength points lost", { NUMBER("points") }, 0 },
    [REA_L_FAILING] = { "failing", "the army fails", { { 0 } }, 0 },
    [REA_L_WAVERING] = { "wavering", "the army wavers", { { 0 } }, 0 },
    [REA_L_CAUSES] = { "causes", "causes of disorder", { { 0 } }, 0 },
    [REA_L_ZOC] = { "zoc", "in an enemy zone of control", { { 0 } }, 0 },
    [REA_L_ROLL] = { "roll", "the roll", { { 0 } }, 0 },
    [REA_L_MODIFIED_ROLL] = { "modified-roll", "modified roll", { { 0 } }, 0 },
    [REA_L_TARGET_SKIRMISH] = { "target-skirmish", "skirmishers", { { 0 } }, 0 },
    [REA_L_TARGET_SIZE] = { "target-size", "target of {0} points", { NUMBER("points") }, 0 },
    [REA_L_ENFILADE] = { "enfilade", "enfilade", { { 0 } }, 0 },
    [REA_L_TARGET_COLUMN] = { "target-column", "a column as target", { { 0 } }, 0 },
    [REA_L_SMOKE] = { "smoke", "smoke", { { 0 } }, 0 },
    [REA_L_MULTIPLE] = { "multiple", "hundredths a point of {0} at {1} hexes", { UNIT("unit"), NUMBER("range") }, 0 },
    [REA_L_FIRE_MULTIPLE] = { "fire-multiple", "fire multiple in hundredths", { { 0 } }, 0 },
    [REA_L_HEXSIDE] = { "hexside", "slope or works before the target", { { 0 } }, 0 },
    [REA_L_OVER_FRIENDS] = { "over-friends", "over the heads of friends", { { 0 } }, 0 },
    [REA_L_CV] = { "cv", "value of {0}", { UNIT("unit") }, 0 },
    [REA_L_LATER_ROUND] = { "later-round", "a later round against cavalry", { { 0 } }, 0 },
    [REA_L_LIMBERED] = { "limbered", "limbered", { { 0 } }, 0 },
    [REA_L_SKIRMISH] = { "skirmish", "skirmishers", { { 0 } }, 0 },
    [REA_L_CHARGE] = { "charge", "charge", { { 0 } }, 0 },
    [REA_L_AVERAGE_CV] = { "average-cv", "average value", { { 0 } }, 0 },
    [REA_L_ATTACK_CV] = { "attack-cv", "value of the attackers", { { 0 } }, 0 },
    [REA_L_DEFENCE_CV] = { "defence-cv", "value of the defenders", { { 0 } }, 0 },
    [REA_L_CV_DIFFERENCE] = { "cv-difference", "three times {0} less {1}", { NUMBER("attack"), NUMBER("defence") }, 0 },
};

/* clang-format on */
