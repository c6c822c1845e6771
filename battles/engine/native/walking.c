/* One straight walk of a base: the twin of walking.py and ground_spans.py. */
#include "terrain.h"

static PyObject *walk_type, *refusals[REFUSALS];

/* -- reading the mover, the rules and the other models ------------------------------------------------------------- */

static int is_mode(PyObject *mode, const char *name) { return PyUnicode_CompareWithASCIIString(mode, name) == 0; }

int read_mover(PyObject *tuple, Mover *mover)
{
    if (!PyTuple_Check(tuple) || PyTuple_GET_SIZE(tuple) != 15 || read_body(PyTuple_GET_ITEM(tuple, 0), &mover->body)) {
        PyErr_SetString(PyExc_TypeError, "a mover has fifteen fields");
        return -1;
    }
    PyObject *mode = PyTuple_GET_ITEM(tuple, 3);
    mover->charges = is_mode(mode, "charge");
    mover->runs = is_mode(mode, "run");
    mover->small = PyObject_IsTrue(PyTuple_GET_ITEM(tuple, 4));
    mover->aquatic = PyObject_IsTrue(PyTuple_GET_ITEM(tuple, 8));
    mover->anywhere = PyObject_IsTrue(PyTuple_GET_ITEM(tuple, 11));
    mover->ghostly = PyObject_IsTrue(PyTuple_GET_ITEM(tuple, 12));
    mover->sure_footed = whole(tuple, 13);
    return PyErr_Occurred() ? -1 : 0;
}

static i64 number_of(PyObject *object, const char *name)
{
    PyObject *value = PyObject_GetAttrString(object, name);
    i64 number = !value || value == Py_None ? 0 : PyLong_AsLongLong(value);
    Py_XDECREF(value);
    return number;
}

/* Rules never change, so the last few are kept by their identity. */
int read_rules(PyObject *object, Rules *rules)
{
    static struct { PyObject *object; Rules rules; } kept[16];
    static int next = 0;
    for (int i = 0; i < 16; i++)
        if (kept[i].object == object) {
            *rules = kept[i].rules;
            return 0;
        }
    *rules = (Rules){number_of(object, "leap_limit"), number_of(object, "difficult"),
                     number_of(object, "very_difficult"), number_of(object, "shallow_water"),
                     number_of(object, "deep_water"), number_of(object, "crack"),
                     (int)number_of(object, "leap_at_run")};
    if (PyErr_Occurred())
        return -1;
    Py_XSETREF(kept[next].object, Py_NewRef(object));
    kept[next].rules = *rules;
    next = (next + 1) % 16;
    return 0;
}

static int read_others(PyObject *sequence, Other **others, int *count)
{
    static Other *kept = NULL;
    static int room = 0;
    PyObject *fast = PySequence_Fast(sequence, "other models must be a sequence");
    if (!fast)
        return -1;
    int number = (int)PySequence_Fast_GET_SIZE(fast);
    if (number > room) {
        Other *more = PyMem_Realloc(kept, (size_t)number * sizeof(Other));
        if (!more)
            return Py_DECREF(fast), PyErr_NoMemory(), -1;
        kept = more;
        room = number;
    }
    for (int i = 0; i < number; i++) {
        PyObject *other = PySequence_Fast_GET_ITEM(fast, i);
        if (read_body(PyTuple_GET_ITEM(other, 0), &kept[i].body))
            return Py_DECREF(fast), -1;
        kept[i].standing = PyObject_IsTrue(PyTuple_GET_ITEM(other, 1));
        kept[i].enemy = PyObject_IsTrue(PyTuple_GET_ITEM(other, 2));
        kept[i].target = PyObject_IsTrue(PyTuple_GET_ITEM(other, 3));
    }
    Py_DECREF(fast);
    *others = kept;
    *count = number;
    return PyErr_Occurred() ? -1 : 0;
}

/* Mover.factor */
i64 factor_of(const Mover *mover, int ground, const Rules *rules)
{
    if (ground == OPEN || (mover->anywhere && ground != IMPASSABLE_SOLID))
        return 1;
    if (mover->ghostly && ground >= IMPASSABLE_GROUND)
        return 1;
    if (ground == DIFFICULT)
        return mover->sure_footed ? 1 : rules->difficult;
    if (ground == VERY_DIFFICULT)
        return mover->sure_footed > 1 ? 1 : mover->small ? rules->very_difficult : 0;
    if (ground == SHALLOW_WATER || ground == DEEP_WATER)
        return mover->aquatic ? 1 : ground == SHALLOW_WATER ? rules->shallow_water : rules->deep_water;
    return 0;
}

/* -- the parts of a walk on one surface and one class of ground (ground_spans.py) ------------------------------------ */

typedef struct { double start, end; i64 z; int ground; } Span;

/* Whether a leg may touch a box: it overlaps the leg's box and is not completely on one side of its line. */
static int may_cross(const Box *box, i64 ax, i64 ay, i64 bx, i64 by)
{
    i64 x0 = least(ax, bx), x1 = most(ax, bx), y0 = least(ay, by), y1 = most(ay, by);
    if (box->x0 > x1 || box->x1 < x0 || box->y0 > y1 || box->y1 < y0)
        return 0;
    i64 cross = (bx - ax) * (box->y0 + box->y1 - 2 * ay) - (by - ay) * (box->x0 + box->x1 - 2 * ax);
    return (cross < 0 ? -cross : cross) <=
           (x1 - x0) * (box->y1 - box->y0 + 2) + (y1 - y0) * (box->x1 - box->x0 + 2);
}

static int mark(const Polygon *outline, i64 ax, i64 ay, i64 bx, i64 by, double *marks, int count)
{
    i64 dx = bx - ax, dy = by - ay;
    Point p = outline->at[outline->count - 1];
    i64 fp = dx * (p.y - ay) - dy * (p.x - ax);
    for (int i = 0; i < outline->count; i++) {
        Point q = outline->at[i];
        i64 fq = dx * (q.y - ay) - dy * (q.x - ax);
        if ((fp > 0) != (fq > 0)) {
            i64 ex = q.x - p.x, ey = q.y - p.y;
            double share = (double)((p.x - ax) * ey - (p.y - ay) * ex) / (double)(dx * ey - dy * ex);
            if (0.0 < share && share < 1.0 && count < MOST_SPANS - 2)
                marks[count++] = share;
        }
        p = q;
        fp = fq;
    }
    return count;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The spans of a leg; their number is put into `count`. Returns a refusal or FREE. */
static int spans_of(Terrain *t, const Mover *mover, const Rules *rules, Spot start, i64 bx, i64 by, i64 length,
                    const Cells *near, Span *spans, int *count)
{
    i64 ax = start.x, ay = start.y, az = start.z, r = mover->body.radius, limit = rules->leap_limit;
    const Surface *surfaces[MOST_SPANS];
    const Area *areas[MOST_SPANS];
    const char *low = az ? NULL : low_surfaces(t, limit);
    int surfaces_count = 0, areas_count = 0, any = 0;
    *count = 1;
    spans[0] = (Span){0.0, 1.0, 0, t->ground};
    for (int i = 0; i < t->areas_count; i++)
        if (overlaps(&t->areas[i].cells, near)) {
            any = 1;
            if (may_cross(&t->areas[i].box, ax, ay, bx, by) && areas_count < MOST_SPANS)
                areas[areas_count++] = &t->areas[i];
        }
    for (int i = 0; i < t->surfaces_count; i++)
        if ((!low || low[i]) && overlaps(&t->surfaces[i].cells, near)) {
            any = 1;
            if (may_cross(&t->surfaces[i].box, ax, ay, bx, by) && surfaces_count < MOST_SPANS)
                surfaces[surfaces_count++] = &t->surfaces[i];
        }
    if (!any)
        return az > 0 ? R_NO_GROUND : FREE;
    int kept = 0;
    if (!areas_count) {
        for (int i = 0; i < surfaces_count; i++)
            if (surfaces[i]->z)
                surfaces[kept++] = surfaces[i];
        surfaces_count = kept;
    }
    i64 top = az;
    for (int risen = surfaces_count > 0; risen;) {
        risen = 0;
        for (int i = 0; i < surfaces_count; i++)
            if (top < surfaces[i]->z && (surfaces[i]->z - top <= limit || surfaces[i]->hill)) {
                top = surfaces[i]->z;
                risen = 1;
            }
    }
    kept = 0;
    for (int i = 0; i < surfaces_count; i++)
        if (surfaces[i]->z <= top)
            surfaces[kept++] = surfaces[i];
    surfaces_count = kept;
    if (!surfaces_count && !areas_count && az <= limit)
        return FREE;
    double marks[MOST_SPANS];
    int marks_count = 2;
    marks[0] = 0.0;
    marks[1] = 1.0;
    for (int i = 0; i < surfaces_count; i++) {
        marks_count = mark(&surfaces[i]->outline, ax, ay, bx, by, marks, marks_count);
        for (int j = 0; j < surfaces[i]->holes_count; j++)
            marks_count = mark(&surfaces[i]->holes[j], ax, ay, bx, by, marks, marks_count);
    }
    for (int i = 0; i < areas_count; i++)
        marks_count = mark(&areas[i]->outline, ax, ay, bx, by, marks, marks_count);
    if (marks_count >= MOST_SPANS - 2)
        return R_TOO_MANY;
    qsort(marks, (size_t)marks_count, sizeof(double), by_value);
    i64 z = az;
    int on_hill = 0;
    double run_out = 0.0, dx = (double)(bx - ax), dy = (double)(by - ay);
    for (int i = 0; i < surfaces_count && !on_hill; i++)
        on_hill = surfaces[i]->hill && surfaces[i]->z == az && holds(surfaces[i], (double)ax, (double)ay);
    *count = 0;
    for (int i = 0; i < marks_count - 1; i++) {
        double from = marks[i], to = marks[i + 1];
        if (to - from < 1e-9)
            continue;
        double x = (double)ax + dx * (from + to) / 2.0, y = (double)ay + dy * (from + to) / 2.0;
        i64 best = 0;
        int hill = 0;
        for (int j = 0; j < surfaces_count; j++) {
            const Surface *s = surfaces[j];
            if (s->z > best && (s->z - z <= limit || s->hill) && holds(s, x, y)) {
                best = s->z;
                hill = s->hill;
            }
        }
        if (z - best > limit && !on_hill) {
            run_out += (to - from) * (double)length;
            if (run_out > (double)rules->crack)
                return R_DROP;
            continue;
        }
        run_out = 0.0;
        z = best;
        on_hill = hill;
        int ground = areas_count ? ground_class(t, x, y, z, r) : z <= SUPPORT ? t->ground : OPEN;
        if (*count && spans[*count - 1].z == z && spans[*count - 1].ground == ground)
            spans[*count - 1].end = to;
        else {
            spans[*count] = (Span){*count ? spans[*count - 1].end : from, to, z, ground};
            ++*count;
        }
    }
    if (run_out != 0.0 || !*count) {
        spans[0] = (Span){0.0, 1.0, az, OPEN};
        *count = 1;
        return length ? R_DROP : FREE;
    }
    return FREE;
}

/* -- walls, solids and models in the way ----------------------------------------------------------------------------- */

int solid_blocks(const Solid *solid, i64 px, i64 py, i64 qx, i64 qy, i64 radius)
{
    const Box *box = &solid->box;
    if (most(px, qx) <= box->x0 - radius || least(px, qx) >= box->x1 + radius || most(py, qy) <= box->y0 - radius ||
        least(py, qy) >= box->y1 + radius)
        return 0;
    if (point_in_polygon((double)px, (double)py, &solid->outline) > 0)
        return 1;
    Point p = {px, py}, q = {qx, qy}, a = solid->outline.at[solid->outline.count - 1];
    for (int i = 0; i < solid->outline.count; i++) {
        Point b = solid->outline.at[i];
        if (segments_nearer_than(p, q, a, b, radius - SLACK))
            return 1;
        a = b;
    }
    return 0;
}

static int shares_in_strip(double pu, double pv, double qu, double qv, double half, double low, double high,
                           double *start, double *end)
{
    *start = 0.0;
    *end = 1.0;
    double run = qv - pv;
    if (-1e-9 < run && run < 1e-9) {
        if (!(-half <= pv && pv <= half))
            return 0;
    } else {
        double a = (-half - pv) / run, b = (half - pv) / run;
        if (a > b) {
            double swap = a;
            a = b;
            b = swap;
        }
        if (a > *start)
            *start = a;
        if (b < *end)
            *end = b;
        if (*start > *end)
            return 0;
    }
    run = qu - pu;
    if (-1e-9 < run && run < 1e-9) {
        if (!(low <= pu && pu <= high))
            return 0;
    } else {
        double a = (low - pu) / run, b = (high - pu) / run;
        if (a > b) {
            double swap = a;
            a = b;
            b = swap;
        }
        if (a > *start)
            *start = a;
        if (b < *end)
            *end = b;
    }
    return *start <= *end;
}

static double to_rect(double u, double v, double length, double half)
{
    double across = fabs(v) - half, along = -u > u - length ? -u : u - length;
    return exact_hypot(along > 0.0 ? along : 0.0, across > 0.0 ? across : 0.0);
}

static double rect_distance(double pu, double pv, double qu, double qv, double length, double half)
{
    double first = to_rect(pu, pv, length, half), best = to_rect(qu, qv, length, half);
    best = first < best ? first : best;
    double du = qu - pu, dv = qv - pv, square = du * du + dv * dv;
    if (square != 0.0) {
        double corners[4][2] = {{0.0, -half}, {0.0, half}, {length, -half}, {length, half}};
        for (int i = 0; i < 4; i++) {
            double cu = corners[i][0], cv = corners[i][1], share = ((cu - pu) * du + (cv - pv) * dv) / square;
            if (0.0 < share && share < 1.0) {
                double away = fabs((cu - pu) * dv - (cv - pv) * du) / sqrt(square);
                best = away < best ? away : best;
            }
        }
    }
    return best;
}

int meet_wall(const Wall *wall, const Mover *mover, i64 px_, i64 py_, i64 qx_, i64 qy_, i64 z, const Rules *rules,
              i64 *leaps, int *leaps_count)
{
    double ux = wall->ux, uy = wall->uy, half = wall->half;
    double px = (double)(px_ - wall->ax), py = (double)(py_ - wall->ay);
    double qx = (double)(qx_ - wall->ax), qy = (double)(qy_ - wall->ay);
    double pv = py * ux - px * uy, qv = qy * ux - qx * uy;
    i64 r = mover->body.radius;
    int low = wall->z1 - z <= rules->leap_limit;
    double clear = half + (double)(low ? 0 : r - SLACK) + 1e-6, wide = (double)r;
    if ((pv > clear && qv > clear) || (pv < -clear && qv < -clear))
        return FREE;
    double pu = px * ux + py * uy, qu = qx * ux + qy * uy, far = wall->length + wide;
    if ((pu < -wide && qu < -wide) || (pu > far && qu > far))
        return FREE;
    double start, end, near_start, near_end;
    int crossing = shares_in_strip(pu, pv, qu, qv, half + 1e-9, 0.0, wall->length, &start, &end);
    if (low) {
        if (crossing && ((pv > 0.0) != (qv > 0.0) || half != 0.0) && *leaps_count < MOST_SPANS)
            leaps[(*leaps_count)++] = wall->z1 - z;
        return FREE;
    }
    int near = 1;
    if (crossing && (pv >= half) != (qv >= half)) {
        near_start = start;
        near_end = end;
    } else
        near = shares_in_strip(pu, pv, qu, qv, half + wide - (double)SLACK, -wide, wall->length + wide, &near_start,
                               &near_end);
    if (near) {
        double u0 = pu + (qu - pu) * near_start, u1 = pu + (qu - pu) * near_end;
        if (u0 > u1) {
            double swap = u0;
            u0 = u1;
            u1 = swap;
        }
        for (int i = 0; i < wall->openings_count; i++) {
            const Opening *hole = &wall->openings[i];
            if ((double)hole->start <= u0 + 1e-6 && u1 <= (double)hole->end + 1e-6 && hole->lintel > z) {
                i64 sill = hole->sill - z;
                if (sill > rules->leap_limit)
                    continue;
                if (!mover->small && (hole->end - hole->start < 2 * r || u0 < (double)(hole->start + r - SLACK) ||
                                      u1 > (double)(hole->end - r + SLACK)))
                    return R_NARROW;
                if (sill > 0 && crossing && *leaps_count < MOST_SPANS)
                    leaps[(*leaps_count)++] = sill;
                return FREE;
            }
        }
    }
    if (crossing || rect_distance(pu, pv, qu, qv, wall->length, half) < (double)(r - SLACK) - 1e-6)
        return crossing ? R_WALL : R_CLEARANCE;
    return FREE;
}

static int obstructed(const Terrain *t, const Mover *mover, i64 px, i64 py, i64 qx, i64 qy, i64 z, const Rules *rules,
                      Walked *found)
{
    if (mover->ghostly)
        return FREE;
    i64 r = mover->body.radius, top = z + mover->body.height;
    i64 x0 = least(px, qx), x1 = most(px, qx), y0 = least(py, qy), y1 = most(py, qy);
    i64 dx = qx - px, dy = qy - py, wide = x1 - x0, high = y1 - y0;
    x0 -= r;
    y0 -= r;
    x1 += r;
    y1 += r;
    for (int i = 0; i < t->walls_count; i++) {
        const Wall *wall = &t->walls[i];
        const Box *box = &wall->box;
        if (box->x0 > x1 || box->x1 < x0 || box->y0 > y1 || box->y1 < y0 || wall->z1 <= z || wall->z0 >= top)
            continue;
        i64 cross = dx * (box->y0 + box->y1 - 2 * py) - dy * (box->x0 + box->x1 - 2 * px);
        if ((cross < 0 ? -cross : cross) <= wide * (box->y1 - box->y0 + 2 * r) + high * (box->x1 - box->x0 + 2 * r)) {
            int refused = meet_wall(wall, mover, px, py, qx, qy, z, rules, found->leaps, &found->leaps_count);
            if (refused != FREE)
                return refused;
        }
    }
    for (int i = 0; i < t->solids_count; i++) {
        const Solid *solid = &t->solids[i];
        if (!solid->hill && solid->z1 - z > rules->leap_limit && solid->z0 < top &&
            solid_blocks(solid, px, py, qx, qy, r))
            return R_SOLID;
    }
    return FREE;
}

static int enters_contact(i64 x, i64 y, i64 px, i64 py, i64 qx, i64 qy, i64 reach)
{
    if ((px - x) * (px - x) + (py - y) * (py - y) <= reach * reach) {
        i64 away = (qx - px) * (px - x) + (qy - py) * (py - y);
        return away < 0 || ((qx != px || qy != py) && (qx - x) * (qx - x) + (qy - y) * (qy - y) <= reach * reach &&
                            away <= 0);
    }
    return segment_distance((double)x, (double)y, (Point){px, py}, (Point){qx, qy}) <= (double)reach;
}

static int bodies_block(const Mover *mover, i64 px, i64 py, i64 qx, i64 qy, i64 z, const Other *others, int count)
{
    i64 r = mover->body.radius, top = z + mover->body.height;
    i64 x0 = least(px, qx), x1 = most(px, qx), y0 = least(py, qy), y1 = most(py, qy);
    for (int i = 0; i < count; i++) {
        const Other *other = &others[i];
        const Body *b = &other->body;
        i64 both = r + b->radius, near = both + TOUCH;
        if (b->x < x0 - near || b->x > x1 + near || b->y < y0 - near || b->y > y1 + near)
            continue;
        if (!other->standing || b->z >= top || z >= b->z + b->height)
            continue;
        if (point_nearer_than(b->x, b->y, px, py, qx, qy, both - SLACK))
            return R_BODY;
        if (!other->enemy || other->target || mover->charges || b->z - z > 100 || z - b->z > 100)
            continue;
        if (enters_contact(b->x, b->y, px, py, qx, qy, both + TOUCH))
            return R_CONTACT;
    }
    return FREE;
}

/* -- the walk ---------------------------------------------------------------------------------------------------------- */

static int is_slope(const Terrain *t, double x, double y, i64 z)
{
    Cells here = cells_of(t, (i64)x, (i64)y, (i64)x, (i64)y);
    for (int i = 0; i < t->surfaces_count; i++) {
        const Surface *s = &t->surfaces[i];
        if (s->hill && s->z == z && (double)(s->box.x0 - 1) <= x && x <= (double)(s->box.x1 + 1) &&
            (double)(s->box.y0 - 1) <= y && y <= (double)(s->box.y1 + 1) && overlaps(&s->cells, &here))
            return 1;
    }
    return 0;
}

int walk(Terrain *t, const Mover *mover, const Rules *rules, Spot start, i64 bx, i64 by, const Other *others,
         int others_count, Walked *found)
{
    i64 ax = start.x, ay = start.y, r = mover->body.radius;
    found->leaps_count = found->stretches_count = 0;
    if (!(r <= bx && bx <= t->width - r && r <= by && by <= t->length - r))
        return R_OFF_TABLE;
    i64 length = leg_length(ax, ay, bx, by);
    Cells near = cells_of(t, least(ax, bx) - r, least(ay, by) - r, most(ax, bx) + r, most(ay, by) + r);
    Span spans[MOST_SPANS];
    int count;
    int refused = spans_of(t, mover, rules, start, bx, by, length, &near, spans, &count);
    if (refused != FREE)
        return refused;
    double cost = 0.0, dx = (double)(bx - ax), dy = (double)(by - ay);
    i64 before = start.z;
    int is_whole = count == 1;
    found->swims = 0;
    for (int i = 0; i < count; i++) {
        Span *span = &spans[i];
        i64 z = span->z, factor = 1;
        if (z > before && !is_slope(t, (double)ax + dx * span->start, (double)ay + dy * span->start, z))
            found->leaps[found->leaps_count++] = z - before;
        before = z;
        if (span->ground != OPEN) {
            factor = factor_of(mover, span->ground, rules);
            if (!factor)
                return span->ground == DEEP_WATER ? R_DEEP_WATER
                       : span->ground == VERY_DIFFICULT ? R_TOO_LARGE : R_IMPASSABLE;
            found->swims = found->swims || span->ground == SHALLOW_WATER || span->ground == DEEP_WATER;
        }
        cost += (span->end - span->start) * (double)factor;
        i64 px = is_whole ? ax : (i64)rint((double)ax + dx * span->start);
        i64 py = is_whole ? ay : (i64)rint((double)ay + dy * span->start);
        i64 qx = is_whole ? bx : (i64)rint((double)ax + dx * span->end);
        i64 qy = is_whole ? by : (i64)rint((double)ay + dy * span->end);
        refused = obstructed(t, mover, px, py, qx, qy, z, rules, found);
        if (refused == FREE && others_count)
            refused = bodies_block(mover, px, py, qx, qy, z, others, others_count);
        if (refused != FREE)
            return refused;
        found->stretches[found->stretches_count++] = (Stretch){px, py, qx, qy, z};
    }
    if (found->leaps_count && mover->runs && !rules->leap_at_run)
        return R_LEAP_AT_RUN;
    found->z = spans[count - 1].z;
    found->length = length;
    found->cost = is_whole ? length * factor_of(mover, spans[0].ground, rules)
                           : (i64)ceil(cost * exact_hypot(dx, dy) - 0.0001);
    return FREE;
}

/* -- Python ------------------------------------------------------------------------------------------------------------ */

PyObject *set_walk_types(PyObject *module, PyObject *args)
{
    PyObject *type, *list;
    if (!PyArg_ParseTuple(args, "OO!", &type, &PyTuple_Type, &list))
        return NULL;
    if (PyTuple_GET_SIZE(list) != R_TOO_MANY)
        return PyErr_Format(PyExc_ValueError, "%d refusals are needed", R_TOO_MANY);
    Py_XSETREF(walk_type, Py_NewRef(type));
    for (int i = 0; i < R_TOO_MANY; i++)
        Py_XSETREF(refusals[i], Py_NewRef(PyTuple_GET_ITEM(list, i)));
    Py_RETURN_NONE;
}

/* walk(mover, rules, start, end, others, stretches or None) -> Walk, Refused, or None if the leg has too many parts. */
PyObject *terrain_walk(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    Mover mover;
    Rules rules;
    Other *others = NULL;
    int others_count = 0;
    static Walked found;
    if (count != 6 || !PyTuple_Check(args[2]) || !PyTuple_Check(args[3]))
        return PyErr_Format(PyExc_TypeError, "walk takes mover, rules, start, end, others and stretches");
    if (read_mover(args[0], &mover) || read_rules(args[1], &rules))
        return NULL;
    Spot start = {whole(args[2], 0), whole(args[2], 1), whole(args[2], 2)};
    i64 bx = whole(args[3], 0), by = whole(args[3], 1);
    if (PyErr_Occurred() || read_others(args[4], &others, &others_count))
        return NULL;
    int refused = walk((Terrain *)self, &mover, &rules, start, bx, by, others, others_count, &found);
    if (args[5] != Py_None && refused != R_TOO_MANY)
        for (int i = 0; i < found.stretches_count; i++) {
            Stretch *s = &found.stretches[i];
            PyObject *part = Py_BuildValue("(LL)(LL)L", s->px, s->py, s->qx, s->qy, s->z);
            int failed = !part || PyList_Append(args[5], part);
            Py_XDECREF(part);
            if (failed)
                return NULL;
        }
    if (refused == R_TOO_MANY)
        Py_RETURN_NONE;
    if (refused != FREE)
        return Py_NewRef(refusals[refused]);
    PyObject *leaps = PyTuple_New(found.leaps_count);
    for (int i = 0; leaps && i < found.leaps_count; i++)
        PyTuple_SET_ITEM(leaps, i, PyLong_FromLongLong(found.leaps[i]));
    return leaps ? as_named(walk_type, Py_BuildValue("LLLNO", found.z, found.length, found.cost, leaps,
                                                     found.swims ? Py_True : Py_False))
                 : NULL;
}
