/* Shortest paths over corners, doorways, models and points of contact: the twin of search.py. */
#include "legs.h"

#define RING 72
#define TOGETHER 8
#define ROUND_BASE 16
#define ROUNDING 1e-6

static PyObject *arrival_type, *spot_type;
static double ring_table[RING][2], sixteen[ROUND_BASE][2], cos_sixteenth, twelfth;
static const double detours[3] = {40.0, 150.0, INFINITY};

typedef struct {
    double x, y;
    int is_known, is_placed, is_open, before; /* is_known: a path to the place was found, from the place `before` */
    Spot spot;
    i64 length, cost;
    int start;      /* number of the spot as a start of legs, or -1 */
    Seen *seen;
    Posts bodies;
} State;

typedef struct { double total; i64 number; double spent; int place, origin, more; char judged, last; } Entry;
typedef struct { double x, y, left; int place; i64 sx, sy; } Corner;
typedef struct { double x, y, gain; int first, count; } Group;
typedef struct { i64 x, y, foot, head, reach; } Blocker;
typedef struct { int place; double spent; } Opened;
typedef struct { int place; double spent; int group; } TooFar;
typedef struct { int origin, first, step, next; double least; } Outward; /* points of contact by their distance */

typedef struct {
    PyObject_HEAD
    Legs *legs;
    Spot start;
    Body target;
    int cheapest, is_wide, begun, done, stage, left_count, home, has_turns, failed;
    i64 both;
    double limit, farthest, farthest_of_all, straight;
    int goals_count, crowd_count;
    int *goals;
    Place *goal_places;
    Body *crowd;
    Map place_map;
    State *states;
    int states_count, states_room;
    Entry *heap, *later;
    int heap_count, heap_room, later_count, later_room;
    i64 pushed;
    Blocker *blockers, *sure;
    int blockers_count, sure_count;
    Corner *corners;
    int corners_count, corners_room;
    Group *groups;
    int groups_count, groups_room;
    Opened *opened;
    int opened_count, opened_room;
    TooFar *too_far;
    int too_far_count, too_far_room;
    Outward *outwards;
    int outwards_count, outwards_room;
    char ring_state[RING]; /* 0 not looked at, 1 open, 2 shut */
    int ring_places[RING];
} Search;

/* Adds an item to one of the arrays of a search. Without memory the search fails. */
#define ADD(search, array, item)                                                                                       \
    do {                                                                                                               \
        if ((search)->array##_count == (search)->array##_room) {                                                       \
            int more_ = (search)->array##_room ? 2 * (search)->array##_room : 64;                                      \
            void *larger_ = PyMem_Realloc((search)->array, (size_t)more_ * sizeof *(search)->array);                   \
            if (!larger_) {                                                                                            \
                (search)->failed = 1;                                                                                  \
                break;                                                                                                 \
            }                                                                                                          \
            (search)->array = larger_;                                                                                 \
            (search)->array##_room = more_;                                                                            \
        }                                                                                                              \
        (search)->array[(search)->array##_count++] = item;                                                             \
    } while (0)

/* -- places ---------------------------------------------------------------------------------------------------------- */

static uint64_t bits_of(double value)
{
    union { double value; uint64_t bits; } both = {value + 0.0}; /* -0.0 equals 0.0 */
    return both.bits;
}

static int place_number(Search *s, double x, double y)
{
    int number = map_get(&s->place_map, bits_of(x), bits_of(y));
    if (number == ABSENT) {
        State state = {.x = x, .y = y, .before = -1, .start = -1};
        number = s->states_count;
        ADD(s, states, state);
        if (s->failed || map_put(&s->place_map, bits_of(x), bits_of(y), number)) {
            s->failed = 1;
            return 0;
        }
    }
    return number;
}

/* The lowest possible distance from a place to where a path may end. */
static double left_from(const Search *s, double x, double y)
{
    if (!s->goals_count) {
        double away = exact_hypot((double)s->target.x - x, (double)s->target.y - y) - (double)s->both;
        return away > 0.0 ? away : 0.0;
    }
    double nearest = INFINITY;
    for (int i = 0; i < s->goals_count; i++) {
        double away = exact_hypot(s->goal_places[i].x - x, s->goal_places[i].y - y);
        if (away < nearest)
            nearest = away;
    }
    return nearest;
}

static Seen *seen_from(Search *s, int place)
{
    State *state = &s->states[place];
    if (!state->seen)
        state->seen = legs_seen(s->legs, state->spot.x, state->spot.y);
    if (!state->seen)
        s->failed = 1;
    return state->seen;
}

static int start_of(Search *s, int place)
{
    State *state = &s->states[place];
    if (state->start < 0)
        state->start = legs_start(s->legs, state->spot);
    return state->start;
}

static int is_blocked(const Search *s, i64 px, i64 py, i64 qx, i64 qy, i64 z, i64 top)
{
    i64 x0 = least(px, qx), x1 = most(px, qx), y0 = least(py, qy), y1 = most(py, qy);
    for (int i = 0; i < s->blockers_count; i++) {
        const Blocker *b = &s->blockers[i];
        if (x0 - b->reach < b->x && b->x < x1 + b->reach && y0 - b->reach < b->y && b->y < y1 + b->reach &&
            b->foot < top && z < b->head && point_nearer_than(b->x, b->y, px, py, qx, qy, b->reach))
            return 1;
    }
    return 0;
}

static int is_taken(const Search *s, i64 x, i64 y)
{
    return is_blocked(s, x, y, x, y, 0, s->legs->mover.body.height) && legs_is_flat(s->legs, x, y, x, y);
}

/* -- the queue ------------------------------------------------------------------------------------------------------- */

static int comes_first(const Entry *a, const Entry *b)
{
    return a->total != b->total ? a->total < b->total : a->number < b->number;
}

static void heap_push(Search *s, Entry entry)
{
    ADD(s, heap, entry);
    if (s->failed)
        return;
    int at = s->heap_count - 1;
    while (at > 0 && comes_first(&entry, &s->heap[(at - 1) / 2])) {
        s->heap[at] = s->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    s->heap[at] = entry;
}

static Entry heap_pop(Search *s)
{
    Entry first = s->heap[0], last = s->heap[--s->heap_count];
    int at = 0, child;
    while ((child = 2 * at + 1) < s->heap_count) {
        if (child + 1 < s->heap_count && comes_first(&s->heap[child + 1], &s->heap[child]))
            child++;
        if (!comes_first(&s->heap[child], &last))
            break;
        s->heap[at] = s->heap[child];
        at = child;
    }
    if (s->heap_count)
        s->heap[at] = last;
    return first;
}

static void queue(Search *s, Entry entry)
{
    if (entry.total <= s->farthest)
        heap_push(s, entry);
    else
        ADD(s, later, entry);
}

static void offer_end(Search *s, int origin, double spent, int place)
{
    if (s->states[place].is_known)
        return;
    double total = spent + exact_hypot(s->states[place].x - s->states[origin].x,
                                       s->states[place].y - s->states[origin].y);
    queue(s, (Entry){total, ++s->pushed, spent, place, origin, -1, 0, 1});
}

static void offer_ends(Search *s, int origin, double spent)
{
    if (s->goals_count) {
        for (int i = 0; i < s->goals_count; i++)
            offer_end(s, origin, spent, s->goals[i]);
        return;
    }
    double x = s->states[origin].x, y = s->states[origin].y, tx = (double)s->target.x, ty = (double)s->target.y;
    double away = exact_hypot(tx - x, ty - y);
    int place = origin;
    if (!(away < 1e-9)) {
        double share = (away - (double)s->both) / away;
        place = place_number(s, x + (tx - x) * share, y + (ty - y) * share);
    }
    offer_end(s, origin, spent, place);
}

static void offer_group(Search *s, int number, int origin, double spent, double before)
{
    Group group = s->groups[number];
    double ox = s->states[origin].x, oy = s->states[origin].y, room = s->farthest - spent, done = before - spent;
    i64 az = s->states[origin].spot.z;
    if (exact_hypot(group.x - ox, group.y - oy) - group.gain > room) {
        TooFar far = {origin, spent, number};
        ADD(s, too_far, far);
        return;
    }
    int is_complete = 1, start = start_of(s, origin);
    Seen *seen = seen_from(s, origin);
    if (s->failed)
        return;
    for (int i = group.first; i < group.first + group.count; i++) {
        const Corner *c = &s->corners[i];
        double total = exact_hypot(c->x - ox, c->y - oy) + c->left;
        if (total > room) {
            is_complete = 0;
            continue;
        }
        if (total <= done || s->states[c->place].is_known || legs_known(s->legs, start, c->sx, c->sy) == BLOCKED)
            continue;
        if (az ? legs_leads_off(s->legs, az, c->x, c->y) : seen_bars(seen, &s->states[origin].bodies, c->sx, c->sy))
            continue;
        heap_push(s, (Entry){spent + total, ++s->pushed, spent, c->place, origin, -1, 0, 0});
    }
    if (!is_complete) {
        TooFar far = {origin, spent, number};
        ADD(s, too_far, far);
    }
}

/* New places of a list that a path within `farthest` may pass, as corners. */
static void add_in_ellipse(Search *s, double x, double y)
{
    int place = place_number(s, x, y);
    if (s->failed || s->states[place].is_placed)
        return;
    double rest = left_from(s, x, y);
    if (exact_hypot(x - (double)s->start.x, y - (double)s->start.y) + rest <= s->farthest) {
        s->states[place].is_placed = 1;
        Corner corner = {x, y, rest, place, round_half_up(x), round_half_up(y)};
        ADD(s, corners, corner);
    }
}

/* Group the corners from `first` on. */
static void add_groups(Search *s, int first, int size)
{
    for (int at = first; at < s->corners_count; at += size) {
        int count = s->corners_count - at < size ? s->corners_count - at : size;
        const Corner *c = &s->corners[at];
        double x0 = c->x, x1 = c->x, y0 = c->y, y1 = c->y, rest = c->left, radius = 0.0;
        for (int i = 1; i < count; i++) {
            x0 = c[i].x < x0 ? c[i].x : x0;
            x1 = c[i].x > x1 ? c[i].x : x1;
            y0 = c[i].y < y0 ? c[i].y : y0;
            y1 = c[i].y > y1 ? c[i].y : y1;
            rest = c[i].left < rest ? c[i].left : rest;
        }
        double x = (x0 + x1) / 2.0, y = (y0 + y1) / 2.0;
        for (int i = 0; i < count; i++) {
            double away = exact_hypot(c[i].x - x, c[i].y - y);
            radius = away > radius ? away : radius;
        }
        Group group = {x, y, radius - rest + ROUNDING, at, count};
        ADD(s, groups, group);
    }
}

static i64 half_of(i64 value) { return value >= 0 ? value / 2 : -((-value + 1) / 2); }

/* Corners of terrain for paths no longer than `bound` (Legs.corners). */
static void add_corners_of_terrain(Search *s, double bound)
{
    Legs *legs = s->legs;
    const Terrain *t = legs->terrain;
    i64 z = s->start.z, top = z + legs->mover.body.height, limit = legs->rules.leap_limit;
    i64 ax = s->start.x, ay = s->start.y, bx = s->target.x, by = s->target.y, margin = 2 * legs->mover.body.radius + 100;
    double dx = (double)(bx - ax), dy = (double)(by - ay), straight = exact_hypot(dx, dy);
    double far = (bound > straight ? bound : straight) / 2.0, wide = sqrt(far * far - straight * straight / 4.0);
    double ux = straight != 0.0 ? dx / straight : 1.0, uy = straight != 0.0 ? dy / straight : 0.0;
    i64 half_x = (i64)exact_hypot(far * ux, wide * uy) + margin, half_y = (i64)exact_hypot(far * uy, wide * ux) + margin;
    i64 x = half_of(ax + bx), y = half_of(ay + by);
    Cells box = cells_of(t, x - half_x, y - half_y, x + half_x, y + half_y);
    for (int i = 0; i < t->walls_count; i++) {
        const Wall *wall = &t->walls[i];
        if (!overlaps(&wall->cells, &box) || wall->z1 - z <= limit || wall->z0 >= top)
            continue;
        const Turns *turns = legs_wall_turns(legs, i);
        for (int j = 0; turns && j < turns->count; j++)
            add_in_ellipse(s, turns->at[j].x, turns->at[j].y);
        for (int j = 0; turns && j < wall->openings_count; j++)
            if (wall->openings[j].sill - z <= limit && wall->openings[j].lintel > z)
                for (int k = 0; k < 2; k++)
                    add_in_ellipse(s, legs->doors[i][2 * j + k].x, legs->doors[i][2 * j + k].y);
    }
    for (int i = 0; i < t->solids_count; i++) {
        const Solid *solid = &t->solids[i];
        if (!overlaps(&solid->cells, &box) || solid->hill || solid->z1 - z <= limit || solid->z0 >= top)
            continue;
        const Turns *turns = legs_solid_turns(legs, i);
        for (int j = 0; turns && j < turns->count; j++)
            add_in_ellipse(s, turns->at[j].x, turns->at[j].y);
    }
    for (int i = 0; i < t->areas_count; i++) {
        i64 factor = factor_of(&legs->mover, t->areas[i].ground, &legs->rules);
        if (!overlaps(&t->areas[i].cells, &box) || (factor && !(s->cheapest && factor > 1)))
            continue;
        const Turns *turns = legs_area_turns(legs, i);
        for (int j = 0; turns && j < turns->count; j++)
            add_in_ellipse(s, turns->at[j].x, turns->at[j].y);
    }
}

/* New corners that a path within `farthest` may use: those of terrain, and those around standing models. */
static void add_turns(Search *s)
{
    double bound = s->farthest + (double)s->both + 1.0, more = -1.0;
    for (int i = 0; i < s->goals_count; i++) {
        double away = exact_hypot(s->goal_places[i].x - (double)s->target.x, s->goal_places[i].y - (double)s->target.y);
        more = away > more ? away : more;
    }
    if (s->goals_count)
        bound += more;
    int first = s->corners_count;
    add_corners_of_terrain(s, bound);
    add_groups(s, first, TOGETHER);
    i64 z = s->start.z, tall = s->legs->mover.body.height;
    for (int i = 0; i < s->blockers_count; i++) {
        const Blocker *b = &s->blockers[i];
        if (!(b->foot < z + tall && z < b->head && (s->goals_count || b->x != s->target.x || b->y != s->target.y)))
            continue;
        double out = (double)(b->reach + SLACK) / cos_sixteenth;
        first = s->corners_count;
        for (int j = 0; j < ROUND_BASE; j++) {
            double x = (double)b->x + out * sixteen[j][0], y = (double)b->y + out * sixteen[j][1];
            if (!legs_is_closed(s->legs, x, y))
                add_in_ellipse(s, x, y);
        }
        int kept = first;
        for (int j = first; j < s->corners_count; j++)
            if (!is_taken(s, s->corners[j].sx, s->corners[j].sy))
                s->corners[kept++] = s->corners[j];
        s->corners_count = kept;
        add_groups(s, first, ROUND_BASE);
    }
}

static void offer_turns(Search *s, int origin, double spent)
{
    if (!s->has_turns) {
        s->has_turns = 1;
        add_turns(s);
    }
    s->states[origin].is_open = 1;
    Opened opened = {origin, spent};
    ADD(s, opened, opened);
    for (int i = 0; i < s->groups_count && !s->failed; i++)
        offer_group(s, i, origin, spent, 0.0);
}

/* The least distance at which a leg from a place can pass the target's centre; 0 if it is not known. */
static double least_pass(const Search *s, double x, double y)
{
    i64 grow = (s->both < 0 ? -s->both : s->both) + 1, tx = s->target.x, ty = s->target.y;
    if (s->target.z >= s->legs->mover.body.height || s->target.z + s->target.height <= 0)
        return 0.0;
    double x0 = (double)(tx - grow), x1 = (double)(tx + grow), y0 = (double)(ty - grow), y1 = (double)(ty + grow);
    if (!legs_is_flat(s->legs, (i64)(x < x0 ? x : x0), (i64)(y < y0 ? y : y0), (i64)(x > x1 ? x : x1) + 1,
                      (i64)(y > y1 ? y : y1) + 1))
        return 0.0;
    double found = (double)(grow - 1 - SLACK) - 1.5;
    return found > 0.0 ? found : 0.0;
}

static void offer_next(Search *s, int origin, double spent, int more)
{
    Outward *way = &s->outwards[more];
    double ox = s->states[origin].x, oy = s->states[origin].y;
    i64 tx = s->target.x, ty = s->target.y, az = s->states[origin].spot.z;
    Seen *seen = seen_from(s, origin);
    if (s->failed)
        return;
    while (way->next < RING) {
        int i = way->next++, steps = i % 2 ? way->step * ((i + 1) / 2) : -way->step * (i / 2);
        int number = ((way->first + steps) % RING + RING) % RING;
        if (!s->ring_state[number]) {
            double px = (double)tx + (double)s->both * ring_table[number][0];
            double py = (double)ty + (double)s->both * ring_table[number][1];
            int is_shut = legs_is_closed(s->legs, px, py) || is_taken(s, round_half_up(px), round_half_up(py));
            s->ring_state[number] = is_shut ? 2 : 1;
            if (!is_shut)
                s->ring_places[number] = place_number(s, px, py);
            if (s->failed)
                return;
        }
        if (s->ring_state[number] == 2)
            continue;
        int place = s->ring_places[number];
        double x = s->states[place].x, y = s->states[place].y;
        if (way->least != 0.0) {
            double dx = ox - x, dy = oy - y, square = dx * dx + dy * dy;
            double along = dx * ((double)tx - x) + dy * ((double)ty - y);
            if (0.0 < along && along < square &&
                square_of(dx * ((double)ty - y) - dy * ((double)tx - x)) < way->least * way->least * square)
                continue;
        }
        if (az ? legs_leads_off(s->legs, az, x, y)
               : seen_bars(seen, &s->states[origin].bodies, round_half_up(x), round_half_up(y)))
            continue;
        double total = spent + exact_hypot(x - ox, y - oy);
        queue(s, (Entry){total, ++s->pushed, spent, place, origin, more, 0, 1});
        return;
    }
}

static void offer_ring(Search *s, int origin, double spent)
{
    if (s->goals_count)
        return;
    double ox = s->states[origin].x, oy = s->states[origin].y;
    double turn = atan2(oy - (double)s->target.y, ox - (double)s->target.x) / twelfth, first = rint(turn);
    Outward way = {origin, (((int)first % RING) + RING) % RING, turn >= first ? 1 : -1, 0, least_pass(s, ox, oy)};
    ADD(s, outwards, way);
    if (!s->failed)
        offer_next(s, origin, spent, s->outwards_count - 1);
}

/* -- legs ---------------------------------------------------------------------------------------------------------------- */

static int meets_model(Search *s, State *from, i64 bx, i64 by)
{
    i64 ax = from->seen->x, ay = from->seen->y;
    i64 x0 = least(ax, bx), x1 = most(ax, bx), y0 = least(ay, by), y1 = most(ay, by);
    for (int i = 0; i < s->sure_count; i++) {
        const Blocker *b = &s->sure[i];
        if (x0 - b->reach < b->x && b->x < x1 + b->reach && y0 - b->reach < b->y && b->y < y1 + b->reach &&
            point_nearer_than(b->x, b->y, ax, ay, bx, by, b->reach)) {
            if (posts_add(&from->bodies, b->x - ax, b->y - ay, b->reach * b->reach))
                s->failed = 1;
            return 1;
        }
    }
    return 0;
}

/* A straight leg from a place that was reached: whether it is free, and its spot, stored length and cost. */
static int leg_to(Search *s, int origin, int place, double real, Spot *spot, i64 *length, i64 *cost)
{
    Legs *legs = s->legs;
    double px = s->states[place].x, py = s->states[place].y;
    i64 x = round_half_up(px), y = round_half_up(py);
    State *from = &s->states[origin];
    int start = start_of(s, origin), number = legs_known(legs, start, x, y);
    if (number == ABSENT) {
        if (from->spot.z) {
            if (legs_leads_off(legs, from->spot.z, px, py))
                return 0;
        } else {
            Seen *seen = seen_from(s, origin);
            if (s->failed || seen_bars(seen, &from->bodies, x, y))
                return 0;
            if (bars_anew(legs, seen, x, y)) {
                legs_block(legs, start, x, y);
                return 0;
            }
            if (meets_model(s, from, x, y))
                return 0;
        }
        if (legs_is_closed(legs, px, py))
            return 0;
        number = legs_judge(legs, start, from->spot, x, y);
        if (number == ABSENT)
            s->failed = 1;
    }
    if (number == BLOCKED || s->failed)
        return 0;
    const StaticLeg *leg = &legs->legs[number];
    for (int i = 0; i < leg->stretches; i++) {
        const Stretch *part = &legs->stretches[leg->first + i];
        if (is_blocked(s, part->px, part->py, part->qx, part->qy, part->z, part->z + legs->mover.body.height))
            return 0;
    }
    *spot = (Spot){x, y, leg->z};
    *length = (i64)ceil(real - 0.0001);
    *cost = leg->cost == leg->length ? *length : leg->cost;
    return 1;
}

static int may_touch_from(const Search *s, Spot spot)
{
    i64 apart = spot.z - s->target.z;
    if (-100 <= apart && apart <= 100)
        return 1;
    const Terrain *t = s->legs->terrain;
    Cells box = cells_of(t, least(spot.x, s->target.x), least(spot.y, s->target.y), most(spot.x, s->target.x),
                         most(spot.y, s->target.y));
    for (int i = 0; i < t->surfaces_count; i++)
        if (t->surfaces[i].hill && (t->surfaces[i].z == spot.z || t->surfaces[i].z == s->target.z) &&
            overlaps(&t->surfaces[i].cells, &box))
            return 1;
    return 0;
}

static int is_hill_height(const Terrain *t, i64 z)
{
    for (int i = 0; i < t->surfaces_count; i++)
        if (t->surfaces[i].hill && t->surfaces[i].z == z)
            return 1;
    return 0;
}

static int may_lead_to_contact(const Search *s)
{
    i64 goal = s->target.z, apart = s->start.z - goal;
    if (-100 <= apart && apart <= 100)
        return 1;
    const Terrain *t = s->legs->terrain;
    const Heights *heights = heights_from(s->legs->terrain, s->start.z, s->legs->rules.leap_limit);
    if (is_hill_height(t, goal))
        return heights->count > 0;
    for (int i = 0; i < heights->count; i++) {
        i64 z = heights->heights[i];
        if ((-100 <= z - goal && z - goal <= 100) || is_hill_height(t, z))
            return 1;
    }
    return 0;
}

/* -- the search ------------------------------------------------------------------------------------------------------------ */

static void widen(Search *s, double farthest)
{
    double before = s->farthest;
    s->farthest = farthest;
    s->blockers_count = s->sure_count = 0;
    i64 r = s->legs->mover.body.radius;
    for (int i = s->crowd_count - 1; i >= 0; i--) {
        const Body *b = &s->crowd[i];
        i64 reach = r + b->radius - SLACK;
        reach = reach < 0 ? -reach : reach;
        double x = (double)b->x, y = (double)b->y;
        if (exact_hypot(x - (double)s->start.x, y - (double)s->start.y) + left_from(s, x, y) <=
            farthest + (double)(2 * reach) + 24.0) {
            Blocker blocker = {b->x, b->y, b->z, b->z + b->height, reach};
            s->blockers[s->blockers_count++] = blocker;
            i64 highest = legs_highest(s->legs, b->x - reach, b->y - reach, b->x + reach, b->y + reach);
            if (blocker.foot < s->legs->mover.body.height && highest < blocker.head)
                s->sure[s->sure_count++] = blocker;
        }
    }
    if (!s->states[s->home].is_known) {
        s->states[s->home].is_known = 1;
        s->states[s->home].spot = s->start;
        offer_ends(s, s->home, 0.0);
        if (s->is_wide)
            offer_turns(s, s->home, 0.0);
        return;
    }
    int count = s->later_count;
    Entry *waiting = PyMem_Malloc((size_t)(count + 1) * sizeof(Entry));
    TooFar *too_far = PyMem_Malloc((size_t)(s->too_far_count + 1) * sizeof(TooFar));
    if (!waiting || !too_far) {
        s->failed = 1;
    } else {
        if (count)
            memcpy(waiting, s->later, (size_t)count * sizeof(Entry));
        s->later_count = 0;
        for (int i = 0; i < count; i++)
            queue(s, waiting[i]);
        if (s->has_turns) {
            count = s->too_far_count;
            if (count)
                memcpy(too_far, s->too_far, (size_t)count * sizeof(TooFar));
            s->too_far_count = 0;
            for (int i = 0; i < count && !s->failed; i++)
                offer_group(s, too_far[i].group, too_far[i].place, too_far[i].spent, before);
            int first = s->groups_count;
            add_turns(s);
            for (int i = 0; i < s->opened_count; i++)
                for (int j = first; j < s->groups_count && !s->failed; j++)
                    offer_group(s, j, s->opened[i].place, s->opened[i].spent, 0.0);
        }
    }
    PyMem_Free(waiting);
    PyMem_Free(too_far);
}

/* The next path inside the ellipse that is searched now: the place where it ends, or -1. */
static int next_found(Search *s)
{
    while (s->heap_count && !s->failed) {
        if (s->heap[0].total > s->limit) {
            heap_pop(s);
            return -1;
        }
        Entry entry = heap_pop(s);
        if (entry.more >= 0)
            offer_next(s, entry.origin, entry.spent, entry.more);
        if (s->states[entry.place].is_known)
            continue;
        int origin = entry.origin, place = entry.place;
        double real = exact_hypot(s->states[place].x - s->states[origin].x, s->states[place].y - s->states[origin].y);
        Spot spot;
        i64 length, cost;
        int is_free = leg_to(s, origin, place, real, &spot, &length, &cost);
        if (!is_free || (entry.last && !entry.judged && !may_touch_from(s, spot))) {
            if (entry.last && !s->states[origin].is_open) {
                offer_turns(s, origin, entry.spent);
                offer_ring(s, origin, entry.spent);
            }
            continue;
        }
        double price = entry.judged || s->cheapest ? (double)cost : real;
        if (s->cheapest && !entry.judged && price > real + 1.0) {
            double total = entry.spent + price;
            if (!entry.last)
                total += left_from(s, s->states[place].x, s->states[place].y);
            queue(s, (Entry){total, ++s->pushed, entry.spent, place, origin, -1, 1, entry.last});
            if (entry.last && !s->states[origin].is_open)
                offer_turns(s, origin, entry.spent);
            continue;
        }
        State *reached = &s->states[place];
        reached->is_known = 1;
        reached->before = origin;
        reached->spot = spot;
        reached->length = s->states[origin].length + length;
        reached->cost = s->states[origin].cost + cost;
        if (entry.last)
            return place;
        offer_ends(s, place, entry.spent + price);
        if (s->is_wide)
            offer_turns(s, place, entry.spent + price);
    }
    return -1;
}

static PyObject *arrival_of(Search *s, int place)
{
    int count = 0;
    for (int at = place; s->states[at].before >= 0; at = s->states[at].before)
        count++;
    PyObject *legs = PyList_New(count);
    for (int at = place; legs && s->states[at].before >= 0; at = s->states[at].before) {
        Spot spot = s->states[at].spot;
        PyList_SET_ITEM(legs, --count, as_named(spot_type, Py_BuildValue("LLL", spot.x, spot.y, spot.z)));
    }
    State *end = &s->states[place];
    return legs ? as_named(arrival_type, Py_BuildValue("NLL(dd)", legs, end->length, end->cost, end->x, end->y)) : NULL;
}

static int search_from_start(Search *s)
{
    s->begun = 1;
    if (!s->goals_count) {
        double away = exact_hypot((double)s->target.x - (double)s->start.x, (double)s->target.y - (double)s->start.y);
        i64 apart = s->start.z - s->target.z;
        if (away <= (double)(s->both + TOUCH) && -100 <= apart && apart <= 100) {
            s->done = 1;
            return 1;
        }
    }
    s->straight = left_from(s, (double)s->start.x, (double)s->start.y);
    if (s->straight > s->farthest_of_all || !may_lead_to_contact(s)) {
        s->done = 1;
        return 0;
    }
    s->left_count = s->goals_count ? s->goals_count : 1;
    widen(s, s->straight + detours[0] < s->farthest_of_all ? s->straight + detours[0] : s->farthest_of_all);
    return 0;
}

static PyObject *search_next(PyObject *self)
{
    Search *s = (Search *)self;
    if (!s->begun && search_from_start(s))
        return arrival_of(s, s->home);
    while (!s->done) {
        int place = next_found(s);
        if (s->failed || PyErr_Occurred()) {
            s->done = 1;
            return PyErr_Occurred() ? NULL : PyErr_NoMemory();
        }
        if (place >= 0) {
            if (!--s->left_count)
                s->done = 1;
            return arrival_of(s, place);
        }
        double enough = s->farthest_of_all < s->limit ? s->farthest_of_all : s->limit;
        if (s->farthest >= enough || ++s->stage == 3) {
            s->done = 1;
            break;
        }
        double wider = s->straight + detours[s->stage];
        widen(s, wider < s->farthest_of_all ? wider : s->farthest_of_all);
    }
    return NULL;
}

/* Search(legs, start, target, crowd, cheapest, farthest, points or None): an iterator of arrivals. */
static int search_init(Search *s, PyObject *args, PyObject *names)
{
    PyObject *legs, *start, *target, *crowd, *points;
    Body *bodies;
    if (!PyArg_ParseTuple(args, "O!O!OO!pdO", &LegsType, &legs, &PyTuple_Type, &start, &target, &PyList_Type, &crowd,
                          &s->cheapest, &s->farthest_of_all, &points))
        return -1;
    legs_tidy((Legs *)legs);
    s->legs = (Legs *)Py_NewRef(legs);
    s->legs->searches++;
    s->start = (Spot){whole(start, 0), whole(start, 1), whole(start, 2)};
    if (read_body(target, &s->target))
        return -1;
    s->limit = INFINITY;
    Py_ssize_t count = PyList_GET_SIZE(crowd);
    s->crowd = bodies = PyMem_Calloc((size_t)count + 1, sizeof(Body));
    s->blockers = PyMem_Calloc((size_t)count + 1, sizeof(Blocker));
    s->sure = PyMem_Calloc((size_t)count + 1, sizeof(Blocker));
    if (!s->crowd || !s->blockers || !s->sure)
        return PyErr_NoMemory(), -1;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *other = PyList_GET_ITEM(crowd, i);
        if (PyObject_IsTrue(PyTuple_GET_ITEM(other, 1)) && read_body(PyTuple_GET_ITEM(other, 0), &bodies[s->crowd_count++]))
            return -1;
    }
    if (points == Py_None)
        s->both = s->legs->mover.body.radius + s->target.radius;
    else {
        s->goals_count = (int)PyTuple_GET_SIZE(points);
        s->goals = PyMem_Calloc((size_t)s->goals_count + 1, sizeof(int));
        s->goal_places = PyMem_Calloc((size_t)s->goals_count + 1, sizeof(Place));
        if (!s->goals || !s->goal_places)
            return PyErr_NoMemory(), -1;
        for (int i = 0; i < s->goals_count; i++) {
            PyObject *point = PyTuple_GET_ITEM(points, i);
            double x = PyFloat_AsDouble(PyTuple_GET_ITEM(point, 0)), y = PyFloat_AsDouble(PyTuple_GET_ITEM(point, 1));
            s->goal_places[i] = (Place){x, y};
            s->goals[i] = place_number(s, x, y);
        }
        s->is_wide = s->goals_count > 1;
    }
    s->home = place_number(s, (double)s->start.x, (double)s->start.y);
    return PyErr_Occurred() ? -1 : 0;
}

static void search_dealloc(Search *s)
{
    if (s->legs)
        s->legs->searches--;
    for (int i = 0; i < s->states_count; i++)
        PyMem_Free(s->states[i].bodies.at);
    map_clear(&s->place_map);
    void *arrays[] = {s->goals, s->goal_places, s->crowd, s->states, s->heap, s->later, s->blockers, s->sure, s->corners,
                      s->groups, s->opened, s->too_far, s->outwards};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        PyMem_Free(arrays[i]);
    Py_XDECREF(s->legs);
    Py_TYPE(s)->tp_free((PyObject *)s);
}

static PyObject *get_limit(PyObject *self, void *unused) { return PyFloat_FromDouble(((Search *)self)->limit); }

static int set_limit(PyObject *self, PyObject *value, void *unused)
{
    double limit = value ? PyFloat_AsDouble(value) : INFINITY;
    if (PyErr_Occurred())
        return -1;
    ((Search *)self)->limit = limit;
    return 0;
}

static PyGetSetDef fields[] = {{"limit", get_limit, set_limit, "Longer paths are not needed.", NULL},
                               {NULL, NULL, NULL, NULL, NULL}};

PyTypeObject SearchType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "battles.engine.native._geometry.Search",
    .tp_basicsize = sizeof(Search),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "An iterator of paths: the twin of search.Search.arrivals.",
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)search_init,
    .tp_dealloc = (destructor)search_dealloc,
    .tp_iter = PyObject_SelfIter,
    .tp_iternext = search_next,
    .tp_getset = fields};

static int read_table(PyObject *tuple, double (*table)[2], Py_ssize_t count)
{
    if (!PyTuple_Check(tuple) || PyTuple_GET_SIZE(tuple) != count) {
        PyErr_SetString(PyExc_ValueError, "a table of directions has the wrong size");
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++)
        for (int j = 0; j < 2; j++)
            table[i][j] = PyFloat_AsDouble(PyTuple_GET_ITEM(PyTuple_GET_ITEM(tuple, i), j));
    return PyErr_Occurred() ? -1 : 0;
}

/* set_search_types(leg, arrival, spot, directions of contact, directions around a base, cos(pi/16), pi/36) */
PyObject *set_search_types(PyObject *module, PyObject *args)
{
    PyObject *leg, *arrival, *spot, *ring, *around;
    if (!PyArg_ParseTuple(args, "OOOOOdd", &leg, &arrival, &spot, &ring, &around, &cos_sixteenth, &twelfth) ||
        read_table(ring, ring_table, RING) || read_table(around, sixteen, ROUND_BASE))
        return NULL;
    Py_XSETREF(leg_type, Py_NewRef(leg));
    Py_XSETREF(arrival_type, Py_NewRef(arrival));
    Py_XSETREF(spot_type, Py_NewRef(spot));
    Py_RETURN_NONE;
}
