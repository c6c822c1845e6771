/* Straight legs over fixed terrain for one kind of mover: the twin of legs.py and barriers.py. */
#include "legs.h"

#define REMEMBERED 40000
#define GROUND_ROOM 2.0

PyObject *leg_type;

/* -- hash maps ------------------------------------------------------------------------------------------------------- */

static uint64_t mixed(uint64_t a, uint64_t b)
{
    uint64_t h = a * 0x9E3779B97F4A7C15u ^ (b + 0x7F4A7C15u) * 0xC2B2AE3D27D4EB4Fu;
    h ^= h >> 29;
    h *= 0xBF58476D1CE4E5B9u;
    return h ^ h >> 32;
}

int map_get(const Map *map, uint64_t a, uint64_t b)
{
    if (!map->room)
        return ABSENT;
    for (uint64_t i = mixed(a, b);; i++) {
        const Slot *slot = &map->slots[i & (uint64_t)(map->room - 1)];
        if (slot->value == ABSENT || (slot->a == a && slot->b == b))
            return slot->value;
    }
}

static void place_slot(Map *map, uint64_t a, uint64_t b, int value)
{
    uint64_t i = mixed(a, b);
    while (map->slots[i & (uint64_t)(map->room - 1)].value != ABSENT &&
           (map->slots[i & (uint64_t)(map->room - 1)].a != a || map->slots[i & (uint64_t)(map->room - 1)].b != b))
        i++;
    map->slots[i & (uint64_t)(map->room - 1)] = (Slot){a, b, value};
}

int map_put(Map *map, uint64_t a, uint64_t b, int value)
{
    if (2 * (map->count + 1) > map->room) {
        Map larger = {NULL, map->room ? 2 * map->room : 64, map->count};
        larger.slots = PyMem_Malloc((size_t)larger.room * sizeof(Slot));
        if (!larger.slots)
            return -1;
        for (int i = 0; i < larger.room; i++)
            larger.slots[i].value = ABSENT;
        for (int i = 0; i < map->room; i++)
            if (map->slots[i].value != ABSENT)
                place_slot(&larger, map->slots[i].a, map->slots[i].b, map->slots[i].value);
        PyMem_Free(map->slots);
        *map = larger;
    }
    if (map_get(map, a, b) == ABSENT)
        map->count++;
    place_slot(map, a, b, value);
    return 0;
}

void map_clear(Map *map)
{
    PyMem_Free(map->slots);
    *map = (Map){NULL, 0, 0};
}

uint64_t packed(i64 x, i64 y, i64 z)
{
    return (uint64_t)(x + (1 << 20)) | (uint64_t)(y + (1 << 20)) << 21 | (uint64_t)(z + (1 << 20)) << 42;
}

/* Makes room for one more item; returns -1 without memory. */
static int grow(void *array, int count, int *room, size_t size)
{
    if (count < *room)
        return 0;
    int more = *room ? 2 * *room : 8;
    void *larger = PyMem_Realloc(*(void **)array, (size_t)more * size);
    if (!larger)
        return -1;
    *(void **)array = larger;
    *room = more;
    return 0;
}

/* -- checked legs ------------------------------------------------------------------------------------------------------ */

static void forget_legs(Legs *legs)
{
    map_clear(&legs->starts);
    map_clear(&legs->known);
    for (int i = 0; i < legs->legs_count; i++)
        Py_CLEAR(legs->legs[i].object);
    legs->legs_count = legs->stretches_count = legs->judged = 0;
}

static void forget_seen(Legs *legs)
{
    map_clear(&legs->seen_map);
    for (int i = 0; i < legs->seen_count; i++) {
        PyMem_Free(legs->seen[i]->lines);
        PyMem_Free(legs->seen[i]->posts.at);
        PyMem_Free(legs->seen[i]);
    }
    legs->seen_count = 0;
}

/* Empties full caches, unless a search is running. */
void legs_tidy(Legs *legs)
{
    if (legs->searches)
        return;
    if (legs->judged >= REMEMBERED || legs->known.count >= 4 * REMEMBERED)
        forget_legs(legs);
    if (legs->seen_count >= REMEMBERED)
        forget_seen(legs);
    if (legs->closed.count >= REMEMBERED)
        map_clear(&legs->closed);
}

int legs_start(Legs *legs, Spot spot)
{
    uint64_t key = packed(spot.x, spot.y, spot.z);
    int number = map_get(&legs->starts, key, 0);
    if (number == ABSENT) {
        number = legs->starts.count;
        legs->judged++;
        map_put(&legs->starts, key, 0, number);
    }
    return number;
}

int legs_known(const Legs *legs, int start, i64 x, i64 y)
{
    return map_get(&legs->known, packed(x, y, 0), (uint64_t)start);
}

int legs_block(Legs *legs, int start, i64 x, i64 y)
{
    return map_put(&legs->known, packed(x, y, 0), (uint64_t)start, BLOCKED);
}

/* Check a leg that is not known yet; returns its number or BLOCKED, or ABSENT without memory. */
int legs_judge(Legs *legs, int start, Spot spot, i64 x, i64 y)
{
    static Walked found;
    int number = BLOCKED, refused = walk(legs->terrain, &legs->mover, &legs->rules, spot, x, y, NULL, 0, &found);
    if (refused == FREE) {
        number = legs->legs_count;
        if (grow(&legs->legs, number, &legs->legs_room, sizeof(StaticLeg)))
            return ABSENT;
        legs->legs[number] = (StaticLeg){found.z, found.length, found.cost, legs->stretches_count,
                                         found.stretches_count, NULL};
        for (int i = 0; i < found.stretches_count; i++) {
            if (grow(&legs->stretches, legs->stretches_count, &legs->stretches_room, sizeof(Stretch)))
                return ABSENT;
            legs->stretches[legs->stretches_count++] = found.stretches[i];
        }
        legs->legs_count++;
    }
    legs->judged++;
    return map_put(&legs->known, packed(x, y, 0), (uint64_t)start, number) ? ABSENT : number;
}

/* -- what is certain to block (barriers.py) ------------------------------------------------------------------------------ */

Seen *legs_seen(Legs *legs, i64 x, i64 y)
{
    int number = map_get(&legs->seen_map, packed(x, y, 0), 0);
    if (number == ABSENT) {
        number = legs->seen_count;
        if (grow(&legs->seen, number, &legs->seen_room, sizeof(Seen *)))
            return NULL;
        legs->seen[number] = PyMem_Calloc(1, sizeof(Seen));
        if (!legs->seen[number])
            return NULL;
        legs->seen[number]->x = x;
        legs->seen[number]->y = y;
        legs->seen_count++;
        map_put(&legs->seen_map, packed(x, y, 0), 0, number);
    }
    return legs->seen[number];
}

int posts_add(Posts *posts, i64 x, i64 y, i64 near)
{
    if (grow(&posts->at, posts->count, &posts->room, sizeof(Post)))
        return -1;
    posts->at[posts->count++] = (Post){x, y, near};
    return 0;
}

static int posts_bar(const Posts *posts, i64 dx, i64 dy, i64 square)
{
    for (int i = 0; i < posts->count; i++) {
        i64 ex = posts->at[i].x, ey = posts->at[i].y, along = ex * dx + ey * dy, cross = dx * ey - dy * ex;
        if (0 < along && along < square && cross * cross < posts->at[i].near * square)
            return 1;
    }
    return 0;
}

/* Whether something that has blocked a leg from this place also blocks this leg. */
int seen_bars(const Seen *seen, const Posts *bodies, i64 x, i64 y)
{
    i64 dx = x - seen->x, dy = y - seen->y;
    for (int i = 0; i < seen->lines_count; i++) {
        const KnownLine *l = &seen->lines[i];
        if ((dx * l->py - dy * l->px) * (dx * l->qy - dy * l->qx) < 0 &&
            l->side * (l->side + l->ex * dy - l->ey * dx) < 0)
            return 1;
    }
    i64 square = dx * dx + dy * dy;
    return posts_bar(&seen->posts, dx, dy, square) || (bodies && posts_bar(bodies, dx, dy, square));
}

/* Whether a leg that nothing known stops is certain to be blocked. What blocks it is added to `seen`. */
int bars_anew(Legs *legs, Seen *seen, i64 bx, i64 by)
{
    i64 ax = seen->x, ay = seen->y, dx = bx - ax, dy = by - ay, square = dx * dx + dy * dy;
    i64 x0 = least(ax, bx), x1 = most(ax, bx), y0 = least(ay, by), y1 = most(ay, by);
    for (int i = 0; i < legs->lines_count; i++) {
        const Line *l = &legs->lines[i];
        if (l->x0 > x1 || l->x1 < x0 || l->y0 > y1 || l->y1 < y0)
            continue;
        if ((dx * (l->py - ay) - dy * (l->px - ax)) * (dx * (l->qy - ay) - dy * (l->qx - ax)) >= 0)
            continue;
        i64 ex = l->qx - l->px, ey = l->qy - l->py;
        if ((ex * (ay - l->py) - ey * (ax - l->px)) * (ex * (by - l->py) - ey * (bx - l->px)) < 0) {
            if (grow(&seen->lines, seen->lines_count, &seen->lines_room, sizeof(KnownLine)))
                return 1;
            i64 px = l->px - ax, py = l->py - ay;
            seen->lines[seen->lines_count++] = (KnownLine){px, py, l->qx - ax, l->qy - ay, ex, ey, ey * px - ex * py};
            return 1;
        }
    }
    i64 far = legs->near;
    for (int i = 0; i < legs->posts_count; i++) {
        const Post *post = &legs->posts[i];
        if (post->x < x0 - far || post->x > x1 + far || post->y < y0 - far || post->y > y1 + far)
            continue;
        i64 ex = post->x - ax, ey = post->y - ay, cross = dx * ey - dy * ex, along = ex * dx + ey * dy;
        if (cross * cross < post->near * square && 0 < along && along < square) {
            posts_add(&seen->posts, ex, ey, post->near);
            return 1;
        }
    }
    return 0;
}

/* Height of the highest surface in or near a box that a walker on the ground can step onto (Screens.highest). */
i64 legs_highest(Legs *legs, i64 x0, i64 y0, i64 x1, i64 y1)
{
    Terrain *t = legs->terrain;
    i64 near = legs->near, highest = 0;
    Cells cells = cells_of(t, x0 - near, y0 - near, x1 + near, y1 + near);
    const char *low = low_surfaces(t, legs->rules.leap_limit);
    int any = 0;
    for (int i = 0; i < t->surfaces_count; i++)
        if (low[i] && overlaps(&t->surfaces[i].cells, &cells)) {
            highest = any ? most(highest, t->surfaces[i].z) : t->surfaces[i].z;
            any = 1;
        }
    return highest;
}

/* -- places -------------------------------------------------------------------------------------------------------------- */

int legs_is_flat(const Legs *legs, i64 x0, i64 y0, i64 x1, i64 y1)
{
    const Terrain *t = legs->terrain;
    for (int i = 0; i < t->surfaces_count; i++) {
        const Box *box = &t->surfaces[i].box;
        if (box->x0 <= x1 + 2 && box->x1 >= x0 - 2 && box->y0 <= y1 + 2 && box->y1 >= y0 - 2)
            return 0;
    }
    return 1;
}

static int judge_closed(Legs *legs, i64 x, i64 y)
{
    const Terrain *t = legs->terrain;
    i64 r = legs->mover.body.radius, tall = legs->mover.body.height, leaps[MOST_SPANS];
    if (!(r <= x && x <= t->width - r && r <= y && y <= t->length - r))
        return 1;
    if (legs->mover.ghostly || !legs_is_flat(legs, x, y, x, y))
        return 0;
    for (int i = 0; i < t->walls_count; i++) {
        const Wall *wall = &t->walls[i];
        int leaps_count = 0;
        if (wall->box.x0 > x + r || wall->box.x1 < x - r || wall->box.y0 > y + r || wall->box.y1 < y - r ||
            wall->openings_count || wall->z0 >= tall || wall->z1 <= 0)
            continue;
        if (meet_wall(wall, &legs->mover, x, y, x, y, 0, &legs->rules, leaps, &leaps_count) != FREE)
            return 1;
    }
    for (int i = 0; i < t->solids_count; i++) {
        const Solid *solid = &t->solids[i];
        if (!solid->hill && solid->z1 > legs->rules.leap_limit && solid->z0 < tall && solid_blocks(solid, x, y, x, y, r))
            return 1;
    }
    return 0;
}

int legs_is_closed(Legs *legs, double px, double py)
{
    i64 x = round_half_up(px), y = round_half_up(py);
    int known = map_get(&legs->closed, packed(x, y, 0), 0);
    if (known == ABSENT) {
        known = judge_closed(legs, x, y);
        map_put(&legs->closed, packed(x, y, 0), 0, known);
    }
    return known;
}

int legs_leads_off(Legs *legs, i64 z, double x, double y)
{
    const Terrain *t = legs->terrain;
    const Heights *heights = heights_from(legs->terrain, z, legs->rules.leap_limit);
    if (reaches(heights, 0))
        return 0;
    for (int i = 0; i < t->surfaces_count; i++) {
        const Box *box = &t->surfaces[i].box;
        if ((double)(box->x0 - 2) <= x && x <= (double)(box->x1 + 2) && (double)(box->y0 - 2) <= y &&
            y <= (double)(box->y1 + 2) && reaches(heights, t->surfaces[i].z))
            return 0;
    }
    return 1;
}

/* -- corners (Legs.corners) ------------------------------------------------------------------------------------------------ */

/* Outer corners of an anticlockwise outline, moved out by a radius, without closed ones. */
static int open_turns(Legs *legs, const Place *outline, int count, double radius, Turns *turns)
{
    turns->at = PyMem_Calloc((size_t)(2 * count + 1), sizeof(Place));
    if (!turns->at)
        return -1;
    for (int i = 0; i < count; i++) {
        Place p = outline[i ? i - 1 : count - 1], here = outline[i], q = outline[(i + 1) % count], found[2];
        double ax = here.x - p.x, ay = here.y - p.y, bx = q.x - here.x, by = q.y - here.y;
        double a = exact_hypot(ax, ay), b = exact_hypot(bx, by);
        int number = 1;
        ax = ax / a;
        ay = ay / a;
        bx = bx / b;
        by = by / b;
        if (ax * by - ay * bx <= 1e-9)
            continue;
        double turn = ax * bx + ay * by;
        if (turn < -1e-9) {
            found[0] = (Place){here.x + (ay + ax) * radius, here.y + (-ax + ay) * radius};
            found[1] = (Place){here.x + (by - bx) * radius, here.y + (-bx - by) * radius};
            number = 2;
        } else {
            double share = radius / (1.0 + turn);
            found[0] = (Place){here.x + (ay + by) * share, here.y + (-ax - bx) * share};
        }
        for (int j = 0; j < number; j++)
            if (!legs_is_closed(legs, found[j].x, found[j].y))
                turns->at[turns->count++] = found[j];
    }
    return 0;
}

const Turns *legs_wall_turns(Legs *legs, int number)
{
    Turns *turns = &legs->wall_turns[number];
    const Wall *wall = &legs->terrain->walls[number];
    if (turns->at)
        return turns;
    double r = (double)legs->mover.body.radius, half = wall->half > 0.5 ? wall->half : 0.5, ux = wall->ux, uy = wall->uy;
    double ax = (double)wall->ax, ay = (double)wall->ay, bx = (double)wall->bx, by = (double)wall->by;
    Place outline[4] = {{ax - uy * half, ay + ux * half},
                        {ax + uy * half, ay - ux * half},
                        {bx + uy * half, by - ux * half},
                        {bx - uy * half, by + ux * half}};
    Place *doors = PyMem_Calloc((size_t)(2 * wall->openings_count + 1), sizeof(Place));
    if (!doors)
        return NULL;
    for (int i = 0; i < wall->openings_count; i++) {
        double middle = (double)(wall->openings[i].start + wall->openings[i].end) / 2.0;
        double x = ax + ux * middle, y = ay + uy * middle, ways[2] = {r + half, -r - half};
        for (int j = 0; j < 2; j++)
            doors[2 * i + j] = (Place){x - uy * ways[j], y + ux * ways[j]};
    }
    legs->doors[number] = doors;
    return open_turns(legs, outline, 4, r, turns) ? NULL : turns;
}

static const Turns *outline_turns(Legs *legs, const Polygon *polygon, double room, Turns *turns)
{
    if (turns->at)
        return turns;
    Place *outline = PyMem_Calloc((size_t)polygon->count, sizeof(Place));
    if (!outline)
        return NULL;
    for (int i = 0; i < polygon->count; i++)
        outline[i] = (Place){(double)polygon->at[i].x, (double)polygon->at[i].y};
    int failed = open_turns(legs, outline, polygon->count, room, turns);
    PyMem_Free(outline);
    return failed ? NULL : turns;
}

const Turns *legs_solid_turns(Legs *legs, int number)
{
    return outline_turns(legs, &legs->terrain->solids[number].outline, (double)legs->mover.body.radius,
                         &legs->solid_turns[number]);
}

const Turns *legs_area_turns(Legs *legs, int number)
{
    return outline_turns(legs, &legs->terrain->areas[number].outline, GROUND_ROOM, &legs->area_turns[number]);
}

/* -- the Python type --------------------------------------------------------------------------------------------------------- */

/* Legs(terrain, mover, rules, lines, posts): lines and posts are those of barriers.Screens. */
static int legs_init(Legs *legs, PyObject *args, PyObject *names)
{
    PyObject *terrain, *mover, *rules, *lines, *posts;
    if (!PyArg_ParseTuple(args, "O!OOO!O!", &TerrainType, &terrain, &mover, &rules, &PyList_Type, &lines, &PyList_Type,
                          &posts))
        return -1;
    if (read_mover(mover, &legs->mover) || read_rules(rules, &legs->rules))
        return -1;
    Py_INCREF(terrain);
    legs->terrain = (Terrain *)terrain;
    legs->near = legs->mover.body.radius - SLACK - 1;
    legs->lines_count = (int)PyList_GET_SIZE(lines);
    legs->posts_count = (int)PyList_GET_SIZE(posts);
    legs->lines = PyMem_Calloc((size_t)legs->lines_count + 1, sizeof(Line));
    legs->posts = PyMem_Calloc((size_t)legs->posts_count + 1, sizeof(Post));
    legs->wall_turns = PyMem_Calloc((size_t)legs->terrain->walls_count + 1, sizeof(Turns));
    legs->solid_turns = PyMem_Calloc((size_t)legs->terrain->solids_count + 1, sizeof(Turns));
    legs->area_turns = PyMem_Calloc((size_t)legs->terrain->areas_count + 1, sizeof(Turns));
    legs->doors = PyMem_Calloc((size_t)legs->terrain->walls_count + 1, sizeof(Place *));
    if (!legs->lines || !legs->posts || !legs->wall_turns || !legs->solid_turns || !legs->area_turns || !legs->doors)
        return PyErr_NoMemory(), -1;
    for (int i = 0; i < legs->lines_count; i++) {
        PyObject *line = PyList_GET_ITEM(lines, i);
        i64 px = whole(line, 0), py = whole(line, 1), qx = whole(line, 2), qy = whole(line, 3);
        legs->lines[i] = (Line){least(px, qx), least(py, qy), most(px, qx), most(py, qy), px, py, qx, qy};
    }
    for (int i = 0; i < legs->posts_count; i++) {
        PyObject *post = PyList_GET_ITEM(posts, i);
        legs->posts[i] = (Post){whole(post, 0), whole(post, 1), whole(post, 2)};
    }
    return PyErr_Occurred() ? -1 : 0;
}

static void legs_dealloc(Legs *legs)
{
    forget_legs(legs);
    forget_seen(legs);
    map_clear(&legs->closed);
    for (int i = 0; legs->terrain && i < legs->terrain->walls_count; i++) {
        PyMem_Free(legs->wall_turns[i].at);
        PyMem_Free(legs->doors[i]);
    }
    for (int i = 0; legs->terrain && i < legs->terrain->solids_count; i++)
        PyMem_Free(legs->solid_turns[i].at);
    for (int i = 0; legs->terrain && i < legs->terrain->areas_count; i++)
        PyMem_Free(legs->area_turns[i].at);
    void *arrays[] = {legs->lines, legs->posts, legs->legs, legs->stretches, legs->seen, legs->wall_turns,
                      legs->solid_turns, legs->area_turns, legs->doors};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        PyMem_Free(arrays[i]);
    Py_XDECREF(legs->terrain);
    Py_TYPE(legs)->tp_free((PyObject *)legs);
}

/* A named tuple of that type with the items of a tuple, which is used up. */
PyObject *as_named(PyObject *type, PyObject *items)
{
    PyObject *args = items ? PyTuple_Pack(1, items) : NULL, *found = NULL;
    if (args)
        found = PyTuple_Type.tp_new((PyTypeObject *)type, args, NULL);
    Py_XDECREF(args);
    Py_XDECREF(items);
    return found;
}

static PyObject *leg_object(Legs *legs, StaticLeg *leg)
{
    if (!leg->object) {
        PyObject *parts = PyTuple_New(leg->stretches);
        for (int i = 0; parts && i < leg->stretches; i++) {
            Stretch *s = &legs->stretches[leg->first + i];
            PyTuple_SET_ITEM(parts, i, Py_BuildValue("(LL)(LL)L", s->px, s->py, s->qx, s->qy, s->z));
        }
        if (parts)
            leg->object = as_named(leg_type, Py_BuildValue("LLLN", leg->z, leg->length, leg->cost, parts));
    }
    return Py_XNewRef(leg->object);
}

static int read_numbers(PyObject *const *args, Py_ssize_t count, Py_ssize_t wanted, i64 *numbers)
{
    if (count != wanted) {
        PyErr_Format(PyExc_TypeError, "%zd numbers are needed", wanted);
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++)
        numbers[i] = PyLong_AsLongLong(args[i]);
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *legs_leg(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    Legs *legs = (Legs *)self;
    i64 n[5];
    if (read_numbers(args, count, 5, n))
        return NULL;
    legs_tidy(legs);
    Spot spot = {n[0], n[1], n[2]};
    int start = legs_start(legs, spot), number = legs_known(legs, start, n[3], n[4]);
    if (number == ABSENT)
        number = legs_judge(legs, start, spot, n[3], n[4]);
    if (number == BLOCKED)
        Py_RETURN_NONE;
    return number == ABSENT ? PyErr_NoMemory() : leg_object(legs, &legs->legs[number]);
}

static PyObject *legs_is_barred(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    Legs *legs = (Legs *)self;
    i64 n[4];
    if (read_numbers(args, count, 4, n))
        return NULL;
    legs_tidy(legs);
    Seen *seen = legs_seen(legs, n[0], n[1]);
    if (!seen)
        return PyErr_NoMemory();
    return PyBool_FromLong(seen_bars(seen, NULL, n[2], n[3]) || bars_anew(legs, seen, n[2], n[3]));
}

static PyObject *closed_at(PyObject *self, PyObject *args)
{
    double x, y;
    if (!PyArg_ParseTuple(args, "dd", &x, &y))
        return NULL;
    legs_tidy((Legs *)self);
    return PyBool_FromLong(legs_is_closed((Legs *)self, x, y));
}

static PyMethodDef methods[] = {
    {"leg", (PyCFunction)(void (*)(void))legs_leg, METH_FASTCALL, "The twin of legs.Legs.leg."},
    {"is_barred", (PyCFunction)(void (*)(void))legs_is_barred, METH_FASTCALL,
     "Whether terrain is certain to block the line between two places on the table top."},
    {"steps", (PyCFunction)(void (*)(void))legs_steps, METH_FASTCALL, "Walks from a lattice point to its neighbours."},
    {"is_closed", closed_at, METH_VARARGS, "The twin of legs.Legs.is_closed."},
    {NULL, NULL, 0, NULL}};

PyTypeObject LegsType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "battles.engine.native._geometry.Legs",
    .tp_basicsize = sizeof(Legs),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Legs of a kind of mover over fixed terrain.",
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)legs_init,
    .tp_dealloc = (destructor)legs_dealloc,
    .tp_methods = methods};
