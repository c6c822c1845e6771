/* Which of 25 rays are blocked: the twin of ray_masks.py and rays.py. */
#include "terrain.h"

#define ALL_RAYS ((1 << 25) - 1)
#define MIDDLE (31 << 10)
#define COLUMN 31
#define DEPTH 0.1
#define FOREST_DEPTH 500.1
#define RIM 1e-9
#define MOST_SHARES 512

typedef struct {
    i64 ex, ey, ez, dx, dy, square;
    double length, half, lx, ly, offsets[5], rises[5], low, high;
} Frame;

/* How far along each ray it is blocked. A function that gets one sets the rays that it blocks; others keep NEVER. */
typedef struct { double at[25]; } When;
#define NEVER 3.0

static int read_frame(PyObject *eye, PyObject *target, Frame *f)
{
    Body body;
    if (!PyTuple_Check(eye) || PyTuple_GET_SIZE(eye) != 3) {
        PyErr_SetString(PyExc_TypeError, "an eye has three coordinates");
        return -1;
    }
    if (read_body(target, &body))
        return -1;
    f->ex = whole(eye, 0);
    f->ey = whole(eye, 1);
    f->ez = whole(eye, 2);
    if (PyErr_Occurred())
        return -1;
    f->dx = body.x - f->ex;
    f->dy = body.y - f->ey;
    f->square = f->dx * f->dx + f->dy * f->dy;
    f->length = sqrt((double)f->square);
    f->lx = f->square ? (double)-f->dy / f->length : 0.0;
    f->ly = f->square ? (double)f->dx / f->length : 1.0;
    double radius = (double)body.radius, height = (double)body.height, base = (double)(body.z - f->ez);
    double half = 0.8 * radius, part = 0.4 * radius, ez = (double)f->ez;
    f->half = half;
    f->offsets[0] = -half;
    f->offsets[1] = -part;
    f->offsets[2] = 0.0;
    f->offsets[3] = part;
    f->offsets[4] = half;
    f->rises[0] = base + 0.1 * height;
    f->rises[1] = base + 0.3 * height;
    f->rises[2] = base + 0.5 * height;
    f->rises[3] = base + 0.7 * height;
    f->rises[4] = base + 0.9 * height;
    double foot = f->rises[0] + ez, head = f->rises[4] + ez;
    f->low = foot < ez ? foot : ez;
    f->high = head > ez ? head : ez;
    return 0;
}

static void slab_clip(double origin, double run, double low, double high, double *start, double *end)
{
    double a, b;
    if (run > 0.0) {
        a = (low - origin) / run;
        b = (high - origin) / run;
    } else if (run < 0.0) {
        a = (high - origin) / run;
        b = (low - origin) / run;
    } else {
        if (!(low < origin && origin < high)) {
            *start = 1.0;
            *end = 0.0;
        }
        return;
    }
    *start = a > *start ? a : *start;
    *end = b < *end ? b : *end;
}

static int passes_through(const Wall *wall, double u, double z)
{
    for (int i = 0; i < wall->openings_count; i++) {
        const Opening *o = &wall->openings[i];
        if (!o->closed && (double)o->start <= u && u <= (double)o->end && (double)o->sill <= z && z <= (double)o->lintel)
            return 1;
    }
    return 0;
}

static int passes_cleanly(const Wall *wall, double u0, double u1, double z0, double z1)
{
    for (int i = 0; i < wall->openings_count; i++) {
        const Opening *o = &wall->openings[i];
        double start = (double)o->start, end = (double)o->end, sill = (double)o->sill, lintel = (double)o->lintel;
        if (start <= u0 && u0 <= end && start <= u1 && u1 <= end && sill <= z0 && z0 <= lintel && sill <= z1 &&
            z1 <= lintel)
            return !o->closed;
    }
    return 0;
}

static int wall_mask(const Wall *w, const Frame *f, int left, When *when)
{
    double ux = w->ux, uy = w->uy, length = w->length, half = w->half, ez = (double)f->ez;
    double px = (double)(f->ex - w->ax), py = (double)(f->ey - w->ay), dx = (double)f->dx, dy = (double)f->dy;
    double eu = px * ux + py * uy, ev = py * ux - px * uy, du = dx * ux + dy * uy, dv = dy * ux - dx * uy;
    double su = f->lx * ux + f->ly * uy, sv = f->ly * ux - f->lx * uy;
    double low = (double)(w->z0 - f->ez), high = (double)(w->z1 - f->ez);
    const double *rises = f->rises;
    int mask = 0;
    for (int column = 0; column < 5; column++) {
        double offset = f->offsets[column];
        if (!(left >> 5 * column & COLUMN))
            continue;
        double ru = du + su * offset, rv = dv + sv * offset;
        if (half == 0.0) {
            if ((ev > 0.0) == (ev + rv > 0.0) || rv == 0.0)
                continue;
            double share = -ev / rv, u = eu + ru * share;
            if (!(-RIM <= u && u <= length + RIM) || !(RIM < share && share < 1 - RIM))
                continue;
            for (int row = 0; row < 5; row++) {
                double rise = rises[row] * share;
                if (low <= rise && rise <= high && !(w->openings_count && passes_through(w, u, rise + ez))) {
                    mask |= 1 << (5 * column + row);
                    if (when)
                        when->at[5 * column + row] = share;
                }
            }
            continue;
        }
        double start = 0.0, end = 1.0;
        slab_clip(eu, ru, 0.0, length, &start, &end);
        slab_clip(ev, rv, -half, half, &start, &end);
        if (end <= start)
            continue;
        double plain = sqrt(ru * ru + rv * rv);
        if (!when && (end - start) * plain > DEPTH) {
            double low_near = rises[0] * start, low_far = rises[0] * end;
            double high_near = rises[4] * start, high_far = rises[4] * end;
            if (low <= low_near && low <= low_far && high_near <= high && high_far <= high) {
                int meets = 0;
                if (w->openings_count) {
                    double u0 = eu + ru * start, u1 = eu + ru * end;
                    if (u0 > u1) {
                        double swap = u0;
                        u0 = u1;
                        u1 = swap;
                    }
                    double foot = (low_near < low_far ? low_near : low_far) + ez;
                    double head = (high_near > high_far ? high_near : high_far) + ez;
                    for (int i = 0; i < w->openings_count && !meets; i++) {
                        const Opening *o = &w->openings[i];
                        meets = (double)o->start < u1 && (double)o->end > u0 && (double)o->sill < head &&
                                (double)o->lintel > foot;
                    }
                }
                if (!meets) {
                    mask |= COLUMN << 5 * column;
                    continue;
                }
            }
        }
        for (int row = 0; row < 5; row++) {
            if (!(left >> (5 * column + row) & 1))
                continue;
            double rise = rises[row], z0 = rise * start, z1 = rise * end;
            if ((z0 >= high && z1 >= high) || (z0 <= low && z1 <= low))
                continue;
            if (w->openings_count && passes_cleanly(w, eu + ru * start, eu + ru * end, z0 + ez, z1 + ez))
                continue;
            double first = start, last = end;
            slab_clip(0.0, rise, low, high, &first, &last);
            if (last <= first)
                continue;
            double real = sqrt(plain * plain + rise * rise), inside = last - first;
            for (int i = 0; i < w->openings_count; i++) {
                const Opening *o = &w->openings[i];
                if (o->closed)
                    continue;
                double a = first, b = last;
                slab_clip(eu, ru, (double)o->start, (double)o->end, &a, &b);
                slab_clip(0.0, rise, (double)(o->sill - f->ez), (double)(o->lintel - f->ez), &a, &b);
                if (b > a)
                    inside -= b - a;
            }
            if (inside * real > DEPTH) {
                mask |= 1 << (5 * column + row);
                if (when)
                    when->at[5 * column + row] = first;
            }
        }
    }
    return mask & left;
}

typedef struct { double start, end; } Part;

static int by_number(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int by_part(const void *a, const void *b)
{
    const Part *p = a, *q = b;
    return p->start != q->start ? (p->start > q->start) - (p->start < q->start)
                                : (p->end > q->end) - (p->end < q->end);
}

static int polygon_shares(const Polygon *outline, const Frame *f, double offset, Part *parts)
{
    double rx = (double)f->dx + f->lx * offset, ry = (double)f->dy + f->ly * offset, square = rx * rx + ry * ry;
    if (square == 0.0) {
        parts[0] = (Part){0.0, 1.0};
        return point_in_polygon((double)f->ex, (double)f->ey, outline) > 0;
    }
    double shares[MOST_SHARES];
    Part along[MOST_SHARES];
    int shares_count = 0, along_count = 0, count = 0;
    Point last = outline->at[outline->count - 1];
    double ax = (double)(last.x - f->ex), ay = (double)(last.y - f->ey), fa = rx * ay - ry * ax;
    for (int i = 0; i < outline->count; i++) {
        double bx = (double)(outline->at[i].x - f->ex), by = (double)(outline->at[i].y - f->ey), fb = rx * by - ry * bx;
        if ((fa > 0.0) != (fb > 0.0)) {
            double u = fa / (fa - fb);
            if (shares_count < MOST_SHARES)
                shares[shares_count++] = (rx * (ax + (bx - ax) * u) + ry * (ay + (by - ay) * u)) / square;
        } else if (fa == 0.0 && fb == 0.0 && along_count < MOST_SHARES)
            along[along_count++] = (Part){(rx * ax + ry * ay) / square, (rx * bx + ry * by) / square};
        ax = bx;
        ay = by;
        fa = fb;
    }
    qsort(shares, (size_t)shares_count, sizeof(double), by_number);
    for (int i = 0; i + 1 < shares_count; i += 2) {
        double start = shares[i] > 0.0 ? shares[i] : 0.0, end = shares[i + 1] < 1.0 ? shares[i + 1] : 1.0;
        if (end > start)
            parts[count++] = (Part){start, end};
    }
    for (int i = 0; i < along_count; i++) {
        double low = along[i].start < along[i].end ? along[i].start : along[i].end;
        double high = along[i].start < along[i].end ? along[i].end : along[i].start;
        Part cut[2 * MOST_SHARES];
        int cut_count = 0;
        for (int j = 0; j < count; j++) {
            Part before = {parts[j].start, low < parts[j].end ? low : parts[j].end};
            Part after = {high > parts[j].start ? high : parts[j].start, parts[j].end};
            if (before.end > before.start)
                cut[cut_count++] = before;
            if (after.end > after.start)
                cut[cut_count++] = after;
        }
        qsort(cut, (size_t)cut_count, sizeof(Part), by_part);
        count = cut_count < MOST_SHARES ? cut_count : MOST_SHARES;
        memcpy(parts, cut, (size_t)count * sizeof(Part));
    }
    return count;
}

static int solid_mask(const Solid *solid, const Frame *f, int left, When *when)
{
    double low = (double)(solid->z0 - f->ez), high = (double)(solid->z1 - f->ez);
    int above = 0.0 > low, below = 0.0 < high, mask = 0;
    for (int i = 0; i < 5; i++) {
        above = above || f->rises[i] > low;
        below = below || f->rises[i] < high;
    }
    if (!above || !below)
        return 0;
    for (int column = 0; column < 5; column++) {
        double offset = f->offsets[column];
        if (!(left >> 5 * column & COLUMN))
            continue;
        Part parts[MOST_SHARES];
        int count = polygon_shares(&solid->outline, f, offset, parts);
        double plain = (double)f->square + offset * offset;
        for (int i = 0; i < count; i++)
            for (int row = 0; row < 5; row++) {
                double rise = f->rises[row], first = parts[i].start, last = parts[i].end;
                slab_clip(0.0, rise, low, high, &first, &last);
                if ((last - first) * sqrt(plain + rise * rise) > DEPTH) {
                    int bit = 5 * column + row;
                    mask |= 1 << bit;
                    if (when && first < when->at[bit])
                        when->at[bit] = first;
                }
            }
    }
    return mask & left;
}

static int body_mask(const Body *body, const Frame *f, int left, When *when)
{
    double bx = (double)(body->x - f->ex), by = (double)(body->y - f->ey), radius = (double)body->radius;
    double dx = (double)f->dx, dy = (double)f->dy, length = f->length;
    double cross = dx * by - dy * bx, reach = (f->half + radius) * length;
    if (cross > reach || cross < -reach)
        return 0;
    double way = dx * bx + dy * by;
    if (way < -radius * length || way > (double)f->square + radius * length)
        return 0;
    double low = (double)(body->z - f->ez), high = (double)(body->z + body->height - f->ez);
    int mask = 0;
    for (int column = 0; column < 5; column++) {
        double offset = f->offsets[column];
        if (!(left >> 5 * column & COLUMN))
            continue;
        double rx = dx + f->lx * offset, ry = dy + f->ly * offset, square = rx * rx + ry * ry, start, end;
        if (square == 0.0) {
            if (bx * bx + by * by >= radius * radius)
                continue;
            start = 0.0;
            end = 1.0;
        } else {
            double middle = (rx * bx + ry * by) / square, away = square_of(rx * by - ry * bx) / square;
            if (away >= radius * radius)
                continue;
            double chord = sqrt((radius * radius - away) / square);
            start = middle - chord > 0.0 ? middle - chord : 0.0;
            end = middle + chord < 1.0 ? middle + chord : 1.0;
            if (end <= start)
                continue;
        }
        for (int row = 0; row < 5; row++) {
            double rise = f->rises[row], first = start, last = end;
            slab_clip(0.0, rise, low, high, &first, &last);
            if ((last - first) * sqrt(square + rise * rise) > DEPTH) {
                mask |= 1 << (5 * column + row);
                if (when)
                    when->at[5 * column + row] = first;
            }
        }
    }
    return mask & left;
}

static int slab_mask(const Surface *floor, const Frame *f, int left, When *when)
{
    double rise_to = (double)(floor->z - f->ez);
    int mask = 0;
    for (int row = 0; row < 5; row++) {
        double rise = f->rises[row];
        if (!((0.0 < rise_to && rise_to < rise) || (rise < rise_to && rise_to < 0.0)))
            continue;
        double share = rise_to / rise;
        for (int column = 0; column < 5; column++) {
            int bit = 5 * column + row;
            if (!(left >> bit & 1))
                continue;
            double x = (double)f->ex + ((double)f->dx + f->lx * f->offsets[column]) * share;
            double y = (double)f->ey + ((double)f->dy + f->ly * f->offsets[column]) * share;
            if (holds(floor, x, y)) {
                mask |= 1 << bit;
                if (when)
                    when->at[bit] = share;
            }
        }
    }
    return mask;
}

static int forest_mask(const Area *wood, const Frame *f, int left, When *when)
{
    const Box *box = &wood->box;
    i64 x0 = least(f->ex, f->ex + f->dx), x1 = most(f->ex, f->ex + f->dx);
    i64 y0 = least(f->ey, f->ey + f->dy), y1 = most(f->ey, f->ey + f->dy);
    double half = f->half;
    if ((double)x1 < (double)box->x0 - half || (double)x0 > (double)box->x1 + half ||
        (double)y1 < (double)box->y0 - half || (double)y0 > (double)box->y1 + half)
        return 0;
    double high = (double)(wood->top - f->ez);
    int mask = 0;
    for (int column = 0; column < 5; column++) {
        double offset = f->offsets[column], sum = 0.0;
        if (!(left >> 5 * column & COLUMN))
            continue;
        Part parts[MOST_SHARES];
        int count = polygon_shares(&wood->outline, f, offset, parts);
        double plain = sqrt((double)f->square + offset * offset);
        for (int i = 0; i < count; i++)
            sum += parts[i].end - parts[i].start;
        if (sum * plain <= FOREST_DEPTH)
            continue;
        for (int row = 0; row < 5; row++) {
            double depth = 0.0, where = 1.0;
            for (int i = 0; i < count; i++) {
                double first = parts[i].start, last = parts[i].end;
                slab_clip(0.0, f->rises[row], -1e9, high, &first, &last);
                if (last > first) {
                    double run = (last - first) * plain;
                    if (depth <= FOREST_DEPTH && FOREST_DEPTH < depth + run)
                        where = first + (FOREST_DEPTH - depth) / plain;
                    depth += run;
                }
            }
            if (depth > FOREST_DEPTH) {
                mask |= 1 << (5 * column + row);
                if (when)
                    when->at[5 * column + row] = where;
            }
        }
    }
    return mask & left;
}

/* -- the walls and solids near the rays (rays._screens) ---------------------------------------------------------------- */

static i64 floor_div(i64 a, i64 b)
{
    i64 whole_part = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? whole_part - 1 : whole_part;
}

static i64 clamp(i64 value, i64 low, i64 high) { return value < low ? low : value > high ? high : value; }

static int cells_on_line(const Terrain *t, const Frame *f, int *cells)
{
    i64 columns = t->columns, last_column = columns - 1, last_row = t->rows - 1;
    i64 c0 = clamp(floor_div(f->ex, CELL), 0, last_column), r0 = clamp(floor_div(f->ey, CELL), 0, last_row);
    i64 c1 = clamp(floor_div(f->ex + f->dx, CELL), 0, last_column);
    i64 r1 = clamp(floor_div(f->ey + f->dy, CELL), 0, last_row);
    i64 step = c1 >= c0 ? 1 : -1, row_step = r1 > r0 ? 1 : -1, row = r0;
    int count = 0;
    for (i64 column = c0; column != c1 + step; column += step) {
        i64 end_row = r1;
        if (r0 != r1 && c0 != c1 && column != c1) {
            i64 border = step > 0 ? (column + 1) * CELL : column * CELL;
            end_row = f->dx ? floor_div(f->ey + floor_div(f->dy * (border - f->ex), f->dx), CELL) : r1;
            end_row = clamp(end_row, least(r0, r1), most(r0, r1));
        }
        cells[count++] = (int)(row * columns + column);
        while (row != end_row) {
            row += row_step;
            cells[count++] = (int)(row * columns + column);
        }
    }
    return count;
}

/* Calls `visit` with every wall and solid near the rays, in the order of rays._screens, until it returns 1. */
static void each_screen(Terrain *t, const Frame *f, int (*visit)(Terrain *, const Screen *, const Frame *, void *),
                        void *data)
{
    int cells[4096], count = cells_on_line(t, f, cells);
    double length = f->length, square = (double)f->square, dx = (double)f->dx, dy = (double)f->dy;
    double ez = (double)f->ez, top = f->low > f->high ? f->low : f->high, bottom = ez < f->low ? ez : f->low;
    top = ez > top ? ez : top;
    int turn = ++t->taken_now;
    for (int i = 0; i < count; i++)
        for (const int *number = t->screen_cells[cells[i]]; *number >= 0; number++) {
            const Screen *s = &t->screens[*number];
            double ax = (double)(s->ax - f->ex), ay = (double)(s->ay - f->ey);
            double bx = (double)(s->bx - f->ex), by = (double)(s->by - f->ey);
            double margin = (f->half + s->pad) * length, ca = dx * ay - dy * ax, cb = dx * by - dy * bx;
            if ((ca > margin && cb > margin) || (ca < -margin && cb < -margin))
                continue;
            margin = s->pad * length;
            ca = dx * ax + dy * ay;
            cb = dx * bx + dy * by;
            if ((ca < -margin && cb < -margin) || (ca > square + margin && cb > square + margin))
                continue;
            if ((double)s->z1 < bottom || (double)s->z0 > top || t->taken[*number] == turn)
                continue;
            t->taken[*number] = turn;
            if (visit(t, s, f, data))
                return;
        }
}

static int screen_mask(const Terrain *t, const Screen *s, const Frame *f, int left, When *when)
{
    return s->is_solid ? solid_mask(&t->solids[s->index], f, left, when)
                       : wall_mask(&t->walls[s->index], f, left, when);
}

static int is_hard(const Terrain *t, const Screen *s)
{
    return s->is_solid ? t->solids[s->index].hard : t->walls[s->index].hard;
}

/* -- looking ------------------------------------------------------------------------------------------------------------ */

typedef struct { int hard, soft; } Blocked;

static int add_blocked(Terrain *t, const Screen *s, const Frame *f, void *data)
{
    Blocked *blocked = data;
    int *side = is_hard(t, s) ? &blocked->hard : &blocked->soft;
    *side |= screen_mask(t, s, f, ALL_RAYS ^ *side, NULL);
    return (blocked->hard | blocked->soft) == ALL_RAYS;
}

/* The first obstacle of every ray: how far along the ray, and whether it is hard. */
typedef struct { double share[25]; int is_hard[25]; } First;

static void note_first(First *first, const When *when, int hard)
{
    for (int ray = 0; ray < 25; ray++)
        if (when->at[ray] < NEVER && when->at[ray] < first->share[ray]) {
            first->share[ray] = when->at[ray];
            first->is_hard[ray] = hard;
        }
}

static void clear_when(When *when)
{
    for (int ray = 0; ray < 25; ray++)
        when->at[ray] = NEVER;
}

static int add_first(Terrain *t, const Screen *s, const Frame *f, void *data)
{
    When when;
    clear_when(&when);
    screen_mask(t, s, f, ALL_RAYS, &when);
    note_first(data, &when, is_hard(t, s));
    return 0;
}

static PyObject *sight_of(int clear, int hard, int soft) { return Py_BuildValue("iii", clear, hard, soft); }

static PyObject *explained(Terrain *t, const Frame *f, const Body *bodies, int bodies_count)
{
    First first;
    When when;
    for (int ray = 0; ray < 25; ray++)
        first.share[ray] = NEVER;
    each_screen(t, f, add_first, &first);
    for (int i = t->surfaces_count - 1; i >= 0; i--) {
        const Surface *floor = &t->surfaces[i];
        if (floor->slab && f->low < (double)floor->z && (double)floor->z < f->high) {
            clear_when(&when);
            slab_mask(floor, f, ALL_RAYS, &when);
            note_first(&first, &when, 1);
        }
    }
    for (int i = 0; i < bodies_count; i++) {
        clear_when(&when);
        body_mask(&bodies[i], f, ALL_RAYS, &when);
        note_first(&first, &when, 0);
    }
    for (int i = 0; i < t->areas_count; i++)
        if (t->areas[i].forest) {
            clear_when(&when);
            forest_mask(&t->areas[i], f, ALL_RAYS, &when);
            note_first(&first, &when, 0);
        }
    int stopped = 0, hard = 0;
    for (int ray = 0; ray < 25; ray++)
        if (first.share[ray] < NEVER) {
            stopped++;
            hard += first.is_hard[ray];
        }
    return stopped == 25 ? sight_of(0, 0, 0) : sight_of(25 - stopped, hard, stopped - hard);
}

static int bits(int mask) { return __builtin_popcount((unsigned)mask); }

/* look(eye, target, bodies) -> (clear rays, rays blocked by hard cover, by soft cover) */
PyObject *terrain_look(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    Terrain *t = (Terrain *)self;
    Frame f;
    Body bodies[256];
    if (count != 3 || !PyTuple_Check(args[2]) || PyTuple_GET_SIZE(args[2]) > 256)
        return PyErr_Format(PyExc_TypeError, "look takes an eye, a target and a tuple of at most 256 bodies");
    if (read_frame(args[0], args[1], &f))
        return NULL;
    int bodies_count = (int)PyTuple_GET_SIZE(args[2]);
    for (int i = 0; i < bodies_count; i++)
        if (read_body(PyTuple_GET_ITEM(args[2], i), &bodies[i]))
            return NULL;
    Blocked blocked = {0, 0};
    each_screen(t, &f, add_blocked, &blocked);
    if ((blocked.hard | blocked.soft) == ALL_RAYS)
        return sight_of(0, 0, 0);
    for (int i = 0; i < t->surfaces_count; i++)
        if (t->surfaces[i].slab && f.low < (double)t->surfaces[i].z && (double)t->surfaces[i].z < f.high)
            blocked.hard |= slab_mask(&t->surfaces[i], &f, ALL_RAYS ^ blocked.hard, NULL);
    for (int i = 0; i < bodies_count; i++)
        blocked.soft |= body_mask(&bodies[i], &f, ALL_RAYS ^ blocked.soft, NULL);
    for (int i = 0; i < t->areas_count; i++)
        if (t->areas[i].forest)
            blocked.soft |= forest_mask(&t->areas[i], &f, ALL_RAYS ^ blocked.soft, NULL);
    int stopped = blocked.hard | blocked.soft;
    if (stopped == ALL_RAYS)
        return sight_of(0, 0, 0);
    if (blocked.hard & blocked.soft)
        return explained(t, &f, bodies, bodies_count);
    return sight_of(25 - bits(stopped), bits(blocked.hard), bits(blocked.soft));
}

static int stops_any(Terrain *t, const Screen *s, const Frame *f, void *data)
{
    return *(int *)data = screen_mask(t, s, f, MIDDLE, NULL) || screen_mask(t, s, f, ALL_RAYS ^ MIDDLE, NULL);
}

/* leaves_all(eye, target): whether terrain blocks none of the rays. */
PyObject *terrain_leaves_all(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    Terrain *t = (Terrain *)self;
    Frame f;
    if (count != 2)
        return PyErr_Format(PyExc_TypeError, "leaves_all takes an eye and a target");
    if (read_frame(args[0], args[1], &f))
        return NULL;
    int stopped = 0;
    each_screen(t, &f, stops_any, &stopped);
    for (int i = 0; i < t->surfaces_count && !stopped; i++)
        if (t->surfaces[i].slab && f.low < (double)t->surfaces[i].z && (double)t->surfaces[i].z < f.high)
            stopped = slab_mask(&t->surfaces[i], &f, ALL_RAYS, NULL);
    for (int i = 0; i < t->areas_count && !stopped; i++)
        stopped = t->areas[i].forest && forest_mask(&t->areas[i], &f, ALL_RAYS, NULL);
    return PyBool_FromLong(!stopped);
}

static int remove_stopped(Terrain *t, const Screen *s, const Frame *f, void *data)
{
    int *left = data;
    *left &= ~screen_mask(t, s, f, *left, NULL);
    return !*left;
}

/* stops_all(eye, target): whether terrain blocks all the rays. The middle ones are checked first. */
PyObject *terrain_stops_all(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    Terrain *t = (Terrain *)self;
    Frame f;
    if (count != 2)
        return PyErr_Format(PyExc_TypeError, "stops_all takes an eye and a target");
    if (read_frame(args[0], args[1], &f))
        return NULL;
    for (int part = 0; part < 2; part++) {
        int left = part ? ALL_RAYS ^ MIDDLE : MIDDLE;
        each_screen(t, &f, remove_stopped, &left);
        for (int i = 0; i < t->surfaces_count && left; i++)
            if (t->surfaces[i].slab && f.low < (double)t->surfaces[i].z && (double)t->surfaces[i].z < f.high)
                left &= ~slab_mask(&t->surfaces[i], &f, left, NULL);
        for (int i = 0; i < t->areas_count && left; i++)
            if (t->areas[i].forest)
                left &= ~forest_mask(&t->areas[i], &f, left, NULL);
        if (left)
            Py_RETURN_FALSE;
    }
    Py_RETURN_TRUE;
}

/* body_blocks(eye, target, bodies): whether a model blocks any of the rays. */
PyObject *body_blocks(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    Frame f;
    Body body;
    if (count != 3)
        return PyErr_Format(PyExc_TypeError, "body_blocks takes an eye, a target and bodies");
    if (read_frame(args[0], args[1], &f))
        return NULL;
    PyObject *bodies = PySequence_Fast(args[2], "bodies must be a sequence");
    int found = 0;
    for (Py_ssize_t i = 0; bodies && !found && i < PySequence_Fast_GET_SIZE(bodies); i++)
        if (read_body(PySequence_Fast_GET_ITEM(bodies, i), &body) == 0)
            found = body_mask(&body, &f, ALL_RAYS, NULL) != 0;
    Py_XDECREF(bodies);
    return PyErr_Occurred() ? NULL : PyBool_FromLong(found);
}
