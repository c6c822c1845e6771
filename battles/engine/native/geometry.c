/* Plane geometry: the twin of vectors.py. */
#include "terrain.h"

#if PY_VERSION_HEX < 0x030C0000
/* math.hypot of Python 3.10 and 3.11 for two finite arguments: the steps of vector_norm in Modules/mathmodule.c. */
double exact_hypot(double a, double b)
{
    const double T27 = 134217729.0;
    double vec[2] = {fabs(a), fabs(b)};
    double max = vec[0] > vec[1] ? vec[0] : vec[1];
    double x, scale, old, csum = 1.0, frac1 = 0.0, frac2 = 0.0, frac3 = 0.0, t, hi, lo, h;
    int exponent;
    if (max == 0.0)
        return max;
    frexp(max, &exponent);
    scale = ldexp(1.0, -exponent);
    for (int i = 0; i < 2; i++) {
        x = vec[i] * scale;
        t = x * T27;
        hi = t - (t - x);
        lo = x - hi;
        x = hi * hi;
        old = csum;
        csum += x;
        frac1 += (old - csum) + x;
        x = 2.0 * hi * lo;
        old = csum;
        csum += x;
        frac2 += (old - csum) + x;
        frac3 += lo * lo;
    }
    h = sqrt(csum - 1.0 + (frac1 + frac2 + frac3));
    x = h;
    t = x * T27;
    hi = t - (t - x);
    lo = x - hi;
    x = -hi * hi;
    old = csum;
    csum += x;
    frac1 += (old - csum) + x;
    x = -2.0 * hi * lo;
    old = csum;
    csum += x;
    frac2 += (old - csum) + x;
    x = -lo * lo;
    old = csum;
    csum += x;
    frac3 += (old - csum) + x;
    x = csum - 1.0 + (frac1 + frac2 + frac3);
    return (h + x / (2.0 * h)) / scale;
}
#else
/* Later versions of Python calculate it differently: their own function is called, so that results stay the same. */
double exact_hypot(double a, double b)
{
    static PyObject *function = NULL;
    if (!function) {
        PyObject *math = PyImport_ImportModule("math");
        function = math ? PyObject_GetAttrString(math, "hypot") : NULL;
        Py_XDECREF(math);
    }
    PyObject *found = function ? PyObject_CallFunction(function, "dd", a, b) : NULL;
    double value = found ? PyFloat_AS_DOUBLE(found) : 0.0;
    Py_XDECREF(found);
    return value;
}
#endif

/* x ** 2 of a Python float, which calls pow. Compiled with -fno-builtin-pow: x * x may differ in the last bit. */
double square_of(double x) { return pow(x, 2.0); }

static i64 ceil_sqrt(i64 square)
{
    if (square <= 0)
        return 0;
    i64 root = (i64)sqrt((double)square);
    while (root * root >= square)
        root--;
    while (root * root < square)
        root++;
    return root;
}

i64 leg_length(i64 ax, i64 ay, i64 bx, i64 by) { return ceil_sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay)); }

i64 round_half_up(double value) { return (i64)floor(value + 0.5); }

int point_nearer_than(i64 px, i64 py, i64 ax, i64 ay, i64 bx, i64 by, i64 reach)
{
    i64 dx = bx - ax, dy = by - ay, ex = px - ax, ey = py - ay, along = ex * dx + ey * dy;
    if (along <= 0)
        return ex * ex + ey * ey < reach * reach;
    i64 square = dx * dx + dy * dy;
    if (along >= square) {
        i64 fx = px - bx, fy = py - by;
        return fx * fx + fy * fy < reach * reach;
    }
    i64 cross = dx * ey - dy * ex;
    return cross * cross < reach * reach * square;
}

static i64 side(Point a, Point b, Point p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }

static int in_box(Point a, Point b, Point p)
{
    return least(a.x, b.x) <= p.x && p.x <= most(a.x, b.x) && least(a.y, b.y) <= p.y && p.y <= most(a.y, b.y);
}

static int segments_meet(Point p, Point q, Point a, Point b)
{
    i64 d1 = side(a, b, p), d2 = side(a, b, q), d3 = side(p, q, a), d4 = side(p, q, b);
    if (((d1 > 0 && 0 > d2) || (d1 < 0 && 0 < d2)) && ((d3 > 0 && 0 > d4) || (d3 < 0 && 0 < d4)))
        return 1;
    return (d1 == 0 && in_box(a, b, p)) || (d2 == 0 && in_box(a, b, q)) || (d3 == 0 && in_box(p, q, a)) ||
           (d4 == 0 && in_box(p, q, b));
}

int segments_nearer_than(Point p, Point q, Point a, Point b, i64 reach)
{
    if (reach <= 0)
        return 0;
    return point_nearer_than(p.x, p.y, a.x, a.y, b.x, b.y, reach) ||
           point_nearer_than(q.x, q.y, a.x, a.y, b.x, b.y, reach) ||
           point_nearer_than(a.x, a.y, p.x, p.y, q.x, q.y, reach) ||
           point_nearer_than(b.x, b.y, p.x, p.y, q.x, q.y, reach) || segments_meet(p, q, a, b);
}

void nearest_on_segment(double px, double py, Point a, Point b, double *x, double *y)
{
    double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y), square = dx * dx + dy * dy;
    if (square == 0.0) {
        *x = (double)a.x;
        *y = (double)a.y;
        return;
    }
    double share = ((px - (double)a.x) * dx + (py - (double)a.y) * dy) / square;
    share = share > 0.0 ? share : 0.0;
    share = share < 1.0 ? share : 1.0;
    *x = (double)a.x + share * dx;
    *y = (double)a.y + share * dy;
}

double segment_distance(double px, double py, Point a, Point b)
{
    double x, y;
    nearest_on_segment(px, py, a, b, &x, &y);
    return exact_hypot(px - x, py - y);
}

int point_in_polygon(double px, double py, const Polygon *polygon)
{
    int inside = 0;
    double ax = (double)polygon->at[polygon->count - 1].x, ay = (double)polygon->at[polygon->count - 1].y;
    for (int i = 0; i < polygon->count; i++) {
        double bx = (double)polygon->at[i].x, by = (double)polygon->at[i].y;
        if ((ay > py) != (by > py)) {
            double cross = (bx - ax) * (py - ay) - (by - ay) * (px - ax);
            if (cross == 0.0)
                return 0;
            if ((cross > 0.0) == (by > ay))
                inside = !inside;
        } else if ((px == bx && py == by) ||
                   (py == ay && ay == by && (ax < bx ? ax : bx) <= px && px <= (ax > bx ? ax : bx)))
            return 0;
        ax = bx;
        ay = by;
    }
    return inside ? 1 : -1;
}

int outline_nearer_than(i64 px, i64 py, const Polygon *polygon, i64 reach)
{
    Point a = polygon->at[polygon->count - 1];
    for (int i = 0; i < polygon->count; i++) {
        Point b = polygon->at[i];
        if (point_nearer_than(px, py, a.x, a.y, b.x, b.y, reach))
            return 1;
        a = b;
    }
    return 0;
}
