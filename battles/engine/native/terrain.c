/* The compiled table as flat arrays, and what a base stands on: the twin of ground.py. */
#include "terrain.h"

/* -- reading the table --------------------------------------------------------------------------------------------- */

static int read_polygon(PyObject *points, Polygon *polygon)
{
    Py_ssize_t count = PyTuple_GET_SIZE(points);
    polygon->count = (int)count;
    polygon->at = PyMem_Calloc((size_t)(count ? count : 1), sizeof(Point));
    if (!polygon->at)
        return -1;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *point = PyTuple_GET_ITEM(points, i);
        polygon->at[i] = (Point){whole(point, 0), whole(point, 1)};
    }
    return 0;
}

static Box read_box(PyObject *box) { return (Box){whole(box, 0), whole(box, 1), whole(box, 2), whole(box, 3)}; }

static i64 cell_number(i64 value, i64 last)
{
    i64 cell = value >= 0 ? value / CELL : -((-value + CELL - 1) / CELL);
    return cell < 0 ? 0 : cell > last ? last : cell;
}

Cells cells_of(const Terrain *t, i64 x0, i64 y0, i64 x1, i64 y1)
{
    return (Cells){(int)cell_number(x0, t->columns - 1), (int)cell_number(y0, t->rows - 1),
                   (int)cell_number(x1, t->columns - 1), (int)cell_number(y1, t->rows - 1)};
}

static Cells cells_of_box(const Terrain *t, Box box) { return cells_of(t, box.x0, box.y0, box.x1, box.y1); }

static int read_wall(Terrain *t, PyObject *tuple, Wall *wall)
{
    PyObject *openings = PyTuple_GET_ITEM(tuple, 9);
    Py_ssize_t count = PyTuple_GET_SIZE(openings);
    *wall = (Wall){.number = whole(tuple, 0), .piece = whole(tuple, 1), .ax = whole(tuple, 2), .ay = whole(tuple, 3), .bx = whole(tuple, 4),
                   .by = whole(tuple, 5), .thickness = whole(tuple, 6), .z0 = whole(tuple, 7), .z1 = whole(tuple, 8),
                   .openings_count = (int)count, .hard = PyObject_IsTrue(PyTuple_GET_ITEM(tuple, 11)),
                   .length = PyFloat_AsDouble(PyTuple_GET_ITEM(tuple, 12)),
                   .ux = PyFloat_AsDouble(PyTuple_GET_ITEM(tuple, 13)),
                   .uy = PyFloat_AsDouble(PyTuple_GET_ITEM(tuple, 14))};
    wall->half = (double)wall->thickness / 2.0;
    wall->openings = PyMem_Calloc((size_t)(count ? count : 1), sizeof(Opening));
    if (!wall->openings)
        return -1;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *hole = PyTuple_GET_ITEM(openings, i);
        wall->openings[i] = (Opening){whole(hole, 1), whole(hole, 2), whole(hole, 3), whole(hole, 4),
                                      PyObject_IsTrue(PyTuple_GET_ITEM(hole, 5))};
    }
    i64 margin = (wall->thickness + 1) / 2;
    wall->box = (Box){least(wall->ax, wall->bx) - margin, least(wall->ay, wall->by) - margin,
                      most(wall->ax, wall->bx) + margin, most(wall->ay, wall->by) + margin};
    wall->cells = cells_of_box(t, wall->box);
    return 0;
}

static int read_solid(Terrain *t, PyObject *tuple, Solid *solid)
{
    *solid = (Solid){.number = whole(tuple, 0), .piece = whole(tuple, 1), .z0 = whole(tuple, 4), .z1 = whole(tuple, 5),
                     .box = read_box(PyTuple_GET_ITEM(tuple, 3)), .hill = PyObject_IsTrue(PyTuple_GET_ITEM(tuple, 6)),
                     .hard = PyObject_IsTrue(PyTuple_GET_ITEM(tuple, 7))};
    solid->cells = cells_of_box(t, solid->box);
    return read_polygon(PyTuple_GET_ITEM(tuple, 2), &solid->outline);
}

/* (surface, narrowest width) */
static int read_surface(Terrain *t, PyObject *pair, Surface *surface)
{
    PyObject *tuple = PyTuple_GET_ITEM(pair, 0), *holes = PyTuple_GET_ITEM(tuple, 3);
    Py_ssize_t count = PyTuple_GET_SIZE(holes);
    *surface = (Surface){.number = whole(tuple, 0), .z = whole(tuple, 5), .narrowest = whole(pair, 1),
                         .box = read_box(PyTuple_GET_ITEM(tuple, 4)), .holes_count = (int)count,
                         .hill = PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(tuple, 6), "hill") == 0,
                         .walkway = PyObject_IsTrue(PyTuple_GET_ITEM(tuple, 9)),
                         .slab = PyObject_IsTrue(PyTuple_GET_ITEM(tuple, 10))};
    surface->cells = cells_of_box(t, surface->box);
    surface->holes = PyMem_Calloc((size_t)(count ? count : 1), sizeof(Polygon));
    if (!surface->holes || read_polygon(PyTuple_GET_ITEM(tuple, 2), &surface->outline))
        return -1;
    for (Py_ssize_t i = 0; i < count; i++)
        if (read_polygon(PyTuple_GET_ITEM(holes, i), &surface->holes[i]))
            return -1;
    return 0;
}

/* (outline, box, heights, top, class of ground, width, is a ford, is a forest, number) */
static int read_area(Terrain *t, PyObject *tuple, Area *area)
{
    PyObject *zs = PyTuple_GET_ITEM(tuple, 2);
    Py_ssize_t count = PyTuple_GET_SIZE(zs);
    *area = (Area){.box = read_box(PyTuple_GET_ITEM(tuple, 1)), .top = whole(tuple, 3), .ground = (int)whole(tuple, 4),
                   .width = whole(tuple, 5), .ford = PyObject_IsTrue(PyTuple_GET_ITEM(tuple, 6)),
                   .forest = PyObject_IsTrue(PyTuple_GET_ITEM(tuple, 7)), .number = whole(tuple, 8),
                   .zs_count = (int)count};
    area->cells = cells_of_box(t, area->box);
    area->zs = PyMem_Calloc((size_t)(count ? count : 1), sizeof(i64));
    if (!area->zs || read_polygon(PyTuple_GET_ITEM(tuple, 0), &area->outline))
        return -1;
    for (Py_ssize_t i = 0; i < count; i++)
        area->zs[i] = whole(zs, i);
    return 0;
}

static int read_screen(PyObject *entry, Screen *screen)
{
    PyObject *item = PyTuple_GET_ITEM(entry, 8);
    *screen = (Screen){.number = whole(entry, 0), .ax = whole(entry, 1), .ay = whole(entry, 2), .bx = whole(entry, 3),
                       .by = whole(entry, 4), .pad = PyFloat_AsDouble(PyTuple_GET_ITEM(entry, 5)),
                       .z0 = whole(entry, 6), .z1 = whole(entry, 7), .is_solid = PyTuple_GET_SIZE(item) == 9,
                       .index = (int)whole(item, 0)};
    return 0;
}

#define READ_ALL(sequence, kind, array, number, read)                                                                  \
    do {                                                                                                               \
        (number) = (int)PyTuple_GET_SIZE(sequence);                                                                    \
        (array) = PyMem_Calloc((size_t)((number) ? (number) : 1), sizeof(kind));                                       \
        if (!(array))                                                                                                  \
            return PyErr_NoMemory(), -1;                                                                               \
        for (int i_ = 0; i_ < (number); i_++)                                                                          \
            if (read(PyTuple_GET_ITEM(sequence, i_), &(array)[i_]))                                                    \
                return PyErr_NoMemory(), -1;                                                                           \
    } while (0)
#define READ_WALL(tuple, into) read_wall(t, tuple, into)
#define READ_SOLID(tuple, into) read_solid(t, tuple, into)
#define READ_SURFACE(tuple, into) read_surface(t, tuple, into)
#define READ_AREA(tuple, into) read_area(t, tuple, into)

static int read_edge(PyObject *tuple, Edge *edge)
{
    *edge = (Edge){whole(tuple, 1), whole(tuple, 2), whole(tuple, 3), whole(tuple, 4), whole(tuple, 5)};
    return 0;
}

/* Terrain(width, length, ground, walls, solids, surfaces, areas, edges, screens, cells of screens): all tuples. */
static int terrain_init(Terrain *t, PyObject *args, PyObject *named)
{
    PyObject *walls, *solids, *surfaces, *areas, *edges, *screens, *cells;
    long long width, length;
    if (!PyArg_ParseTuple(args, "LLiO!O!O!O!O!O!O!", &width, &length, &t->ground, &PyTuple_Type, &walls, &PyTuple_Type,
                          &solids, &PyTuple_Type, &surfaces, &PyTuple_Type, &areas, &PyTuple_Type, &edges,
                          &PyTuple_Type, &screens, &PyTuple_Type, &cells))
        return -1;
    t->width = width;
    t->length = length;
    t->columns = (int)most(1, (width + CELL - 1) / CELL);
    t->rows = (int)most(1, (length + CELL - 1) / CELL);
    READ_ALL(walls, Wall, t->walls, t->walls_count, READ_WALL);
    READ_ALL(solids, Solid, t->solids, t->solids_count, READ_SOLID);
    t->surface_objects = Py_NewRef(surfaces);
    READ_ALL(surfaces, Surface, t->surfaces, t->surfaces_count, READ_SURFACE);
    READ_ALL(areas, Area, t->areas, t->areas_count, READ_AREA);
    READ_ALL(edges, Edge, t->edges, t->edges_count, read_edge);
    READ_ALL(screens, Screen, t->screens, t->screens_count, read_screen);
    int grid = t->columns * t->rows;
    t->screen_cells = PyMem_Calloc((size_t)grid, sizeof(int *));
    t->taken = PyMem_Calloc((size_t)(t->screens_count + 1), sizeof(int));
    if (!t->screen_cells || !t->taken || PyTuple_GET_SIZE(cells) != grid)
        return PyErr_SetString(PyExc_ValueError, "the grid of sight does not fit the table"), -1;
    for (int cell = 0; cell < grid; cell++) {
        PyObject *numbers = PyTuple_GET_ITEM(cells, cell);
        Py_ssize_t count = PyTuple_GET_SIZE(numbers);
        t->screen_cells[cell] = PyMem_Calloc((size_t)count + 1, sizeof(int));
        if (!t->screen_cells[cell])
            return PyErr_NoMemory(), -1;
        for (Py_ssize_t i = 0; i < count; i++)
            t->screen_cells[cell][i] = (int)whole(numbers, i);
        t->screen_cells[cell][count] = -1;
    }
    return PyErr_Occurred() ? -1 : 0;
}

static void terrain_dealloc(Terrain *t)
{
    for (int i = 0; t->walls && i < t->walls_count; i++)
        PyMem_Free(t->walls[i].openings);
    for (int i = 0; t->solids && i < t->solids_count; i++)
        PyMem_Free(t->solids[i].outline.at);
    for (int i = 0; t->surfaces && i < t->surfaces_count; i++) {
        PyMem_Free(t->surfaces[i].outline.at);
        for (int j = 0; t->surfaces[i].holes && j < t->surfaces[i].holes_count; j++)
            PyMem_Free(t->surfaces[i].holes[j].at);
        PyMem_Free(t->surfaces[i].holes);
    }
    for (int i = 0; t->areas && i < t->areas_count; i++) {
        PyMem_Free(t->areas[i].outline.at);
        PyMem_Free(t->areas[i].zs);
    }
    for (int i = 0; t->screen_cells && i < t->columns * t->rows; i++)
        PyMem_Free(t->screen_cells[i]);
    for (int i = 0; i < t->heights_count; i++)
        PyMem_Free(t->heights[i].heights);
    for (int i = 0; i < t->low_count; i++)
        PyMem_Free(t->low[i].low);
    void *arrays[] = {t->walls, t->solids, t->surfaces, t->areas, t->edges, t->screens, t->screen_cells, t->taken,
                      t->heights};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        PyMem_Free(arrays[i]);
    Py_XDECREF(t->surface_objects);
    Py_TYPE(t)->tp_free((PyObject *)t);
}

int read_body(PyObject *tuple, Body *body)
{
    if (!PyTuple_Check(tuple) || PyTuple_GET_SIZE(tuple) != 5) {
        PyErr_SetString(PyExc_TypeError, "a body has five fields");
        return -1;
    }
    *body = (Body){whole(tuple, 0), whole(tuple, 1), whole(tuple, 2), whole(tuple, 3), whole(tuple, 4)};
    return 0;
}

/* -- surfaces and ground ------------------------------------------------------------------------------------------- */

int holds(const Surface *surface, double x, double y)
{
    const Box *box = &surface->box;
    if (x < (double)box->x0 || y < (double)box->y0 || x > (double)box->x1 || y > (double)box->y1 ||
        point_in_polygon(x, y, &surface->outline) < 0)
        return 0;
    for (int i = 0; i < surface->holes_count; i++)
        if (point_in_polygon(x, y, &surface->holes[i]) > 0)
            return 0;
    return 1;
}

const Surface *surface_at(const Terrain *t, double x, double y, i64 z)
{
    for (int i = 0; i < t->surfaces_count; i++)
        if (t->surfaces[i].z <= z && holds(&t->surfaces[i], x, y))
            return &t->surfaces[i];
    return NULL;
}

static i64 surface_height(const Terrain *t, double x, double y, i64 z)
{
    const Surface *surface = surface_at(t, x, y, z);
    return surface ? surface->z : 0;
}

static int area_holds(const Area *area, double x, double y, i64 z)
{
    if (x < (double)area->box.x0 || y < (double)area->box.y0 || x > (double)area->box.x1 || y > (double)area->box.y1)
        return 0;
    for (int i = 0; i < area->zs_count; i++)
        if (-SUPPORT <= z - area->zs[i] && z - area->zs[i] <= SUPPORT)
            return point_in_polygon(x, y, &area->outline) >= 0;
    return 0;
}

int ground_class(const Terrain *t, double x, double y, i64 z, i64 radius)
{
    int slowest = z <= SUPPORT ? t->ground : OPEN, dry = slowest, forded = 0;
    for (int i = 0; i < t->areas_count; i++) {
        const Area *area = &t->areas[i];
        if (!area_holds(area, x, y, z))
            continue;
        if (area->ford && area->width >= 2 * radius)
            forded = 1;
        if (area->ground > slowest)
            slowest = area->ground;
        if (area->ground != SHALLOW_WATER && area->ground != DEEP_WATER && area->ground > dry)
            dry = area->ground;
    }
    return forded ? dry : slowest;
}

const Heights *heights_from(Terrain *t, i64 z, i64 limit)
{
    for (int i = 0; i < t->heights_count; i++)
        if (t->heights[i].z == z && t->heights[i].limit == limit)
            return &t->heights[i];
    Heights *all = PyMem_Realloc(t->heights, (size_t)(t->heights_count + 1) * sizeof(Heights));
    if (!all)
        return NULL;
    t->heights = all;
    Heights *found = &all[t->heights_count];
    *found = (Heights){z, limit, 0, PyMem_Calloc((size_t)t->surfaces_count + 2, sizeof(i64))};
    if (!found->heights)
        return NULL;
    t->heights_count++;
    found->heights[found->count++] = z;
    for (int next = 0; next < found->count; next++) {
        i64 at = found->heights[next];
        int from_hill = 0;
        for (int i = 0; i < t->surfaces_count; i++)
            if (t->surfaces[i].hill && t->surfaces[i].z == at)
                from_hill = 1;
        for (int i = -1; i < t->surfaces_count; i++) {
            i64 height = i < 0 ? 0 : t->surfaces[i].z;
            int hill = i < 0 ? 0 : t->surfaces[i].hill;
            i64 apart = height < at ? at - height : height - at;
            if ((apart <= limit || hill || (from_hill && height < at)) && !reaches(found, height))
                found->heights[found->count++] = height;
        }
    }
    return found;
}

int reaches(const Heights *heights, i64 z)
{
    for (int i = 0; i < heights->count; i++)
        if (heights->heights[i] == z)
            return 1;
    return 0;
}

/* Which surfaces can be reached by walking from the table top (Table.low_grid). */
const char *low_surfaces(Terrain *t, i64 limit)
{
    for (int i = 0; i < t->low_count; i++)
        if (t->low[i].limit == limit)
            return t->low[i].low;
    const Heights *heights = heights_from(t, 0, limit);
    char *low = PyMem_Calloc((size_t)t->surfaces_count + 1, 1);
    if (!heights || !low)
        return NULL;
    for (int i = 0; i < t->surfaces_count; i++)
        low[i] = (char)reaches(heights, t->surfaces[i].z);
    int at = t->low_count < 8 ? t->low_count++ : (PyMem_Free(t->low[7].low), 7);
    t->low[at].limit = limit;
    t->low[at].low = low;
    return low;
}

/* -- room to stand ------------------------------------------------------------------------------------------------- */

static double ring_of_24[24][2];

static int is_supported(const Terrain *t, i64 x, i64 y, i64 z, i64 radius)
{
    const Surface *under = surface_at(t, (double)x, (double)y, z);
    if ((under ? under->z : 0) != z)
        return 0;
    if (z <= SUPPORT || !under || under->hill || (under->walkway && under->narrowest < 2 * radius))
        return 1;
    double reach = (double)(radius - SLACK);
    for (int i = 0; i < t->edges_count; i++) {
        const Edge *edge = &t->edges[i];
        if (edge->surface != under->number || least(edge->ax, edge->bx) > x + radius ||
            most(edge->ax, edge->bx) < x - radius || least(edge->ay, edge->by) > y + radius ||
            most(edge->ay, edge->by) < y - radius)
            continue;
        if (segment_distance((double)x, (double)y, (Point){edge->ax, edge->ay}, (Point){edge->bx, edge->by}) < reach)
            return 0;
    }
    for (int i = 0; i < 24; i++) {
        double px = (double)x + ring_of_24[i][0] * reach, py = (double)y + ring_of_24[i][1] * reach;
        i64 apart = surface_height(t, px, py, z + SUPPORT) - z;
        if (apart > SUPPORT || apart < -SUPPORT)
            return 0;
    }
    return 1;
}

static double above_zero(double value) { return value > 0.0 ? value : 0.0; }

static int is_inside_wall(const Wall *wall, i64 x, i64 y, i64 z, double reach, i64 height_free)
{
    double px = (double)(x - wall->ax), py = (double)(y - wall->ay);
    double along = px * wall->ux + py * wall->uy;
    double across = above_zero(fabs(py * wall->ux - px * wall->uy) - wall->half);
    double beyond = above_zero(-along) > along - wall->length ? above_zero(-along) : along - wall->length;
    if (exact_hypot(beyond, across) >= reach)
        return 0;
    if (!wall->openings_count)
        return 1;
    double start = 0.0;
    Opening *order[64];
    int count = wall->openings_count < 64 ? wall->openings_count : 64;
    for (int i = 0; i < count; i++) { /* a stable sort by start */
        int j = i;
        for (; j > 0 && order[j - 1]->start > wall->openings[i].start; j--)
            order[j] = order[j - 1];
        order[j] = &wall->openings[i];
    }
    for (int i = 0; i < count; i++) {
        Opening *hole = order[i];
        if (hole->sill - z > height_free || hole->lintel <= z)
            continue;
        double from = (double)hole->start, gap = above_zero(start - along);
        gap = gap > along - from ? gap : along - from;
        if (from > start && exact_hypot(gap, across) < reach)
            return 1;
        start = start > (double)hole->end ? start : (double)hole->end;
    }
    double gap = above_zero(start - along);
    gap = gap > along - wall->length ? gap : along - wall->length;
    return start < wall->length && exact_hypot(gap, across) < reach;
}

/* The number of a piece whose wall or body this base would overlap, or -1 (ground.obstruction_at). */
static i64 obstruction_at(const Terrain *t, const Body *body, i64 height_free)
{
    i64 x = body->x, y = body->y, z = body->z, r = body->radius, tall = body->height;
    for (int i = 0; i < t->walls_count; i++) {
        const Wall *wall = &t->walls[i];
        if (wall->box.x0 > x + r || wall->box.x1 < x - r || wall->box.y0 > y + r || wall->box.y1 < y - r)
            continue;
        if (wall->z1 - z > height_free && wall->z0 < z + tall &&
            is_inside_wall(wall, x, y, z, (double)(r - SLACK), height_free))
            return wall->piece;
    }
    for (int i = 0; i < t->solids_count; i++) {
        const Solid *solid = &t->solids[i];
        if (solid->hill || solid->z1 - z <= height_free || solid->z0 >= z + tall || solid->box.x0 > x + r ||
            solid->box.x1 < x - r || solid->box.y0 > y + r || solid->box.y1 < y - r)
            continue;
        if (point_in_polygon((double)x, (double)y, &solid->outline) > 0 ||
            outline_nearer_than(x, y, &solid->outline, r - SLACK))
            return solid->piece;
    }
    return -1;
}

int terrain_lets_stand(Terrain *t, const Body *body)
{
    i64 r = body->radius;
    if (!(r <= body->x && body->x <= t->width - r && r <= body->y && body->y <= t->length - r) ||
        !is_supported(t, body->x, body->y, body->z, r))
        return 0;
    return ground_class(t, (double)body->x, (double)body->y, body->z, r) < IMPASSABLE_GROUND &&
           obstruction_at(t, body, SUPPORT) < 0;
}

/* -- the Python type ----------------------------------------------------------------------------------------------- */

static PyObject *lets_stand(PyObject *self, PyObject *tuple)
{
    Body body;
    if (read_body(tuple, &body) || PyErr_Occurred())
        return NULL;
    return PyBool_FromLong(terrain_lets_stand((Terrain *)self, &body));
}

static int read_place(PyObject *const *args, Py_ssize_t count, Py_ssize_t wanted, double *x, double *y, i64 *rest)
{
    if (count != wanted) {
        PyErr_Format(PyExc_TypeError, "%zd numbers are needed", wanted);
        return -1;
    }
    *x = PyFloat_AsDouble(args[0]);
    *y = PyFloat_AsDouble(args[1]);
    for (Py_ssize_t i = 2; i < wanted; i++)
        rest[i - 2] = PyLong_AsLongLong(args[i]);
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *surface_object(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    Terrain *t = (Terrain *)self;
    double x, y;
    i64 z;
    if (read_place(args, count, 3, &x, &y, &z))
        return NULL;
    const Surface *surface = surface_at(t, x, y, z);
    if (!surface)
        Py_RETURN_NONE;
    return Py_NewRef(PyTuple_GET_ITEM(PyTuple_GET_ITEM(t->surface_objects, surface - t->surfaces), 0));
}

static PyObject *class_at(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    double x, y;
    i64 rest[2];
    if (read_place(args, count, 4, &x, &y, rest))
        return NULL;
    return PyLong_FromLong(ground_class((Terrain *)self, x, y, rest[0], rest[1]));
}

static PyObject *supports(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    double x, y;
    i64 rest[2];
    if (read_place(args, count, 4, &x, &y, rest))
        return NULL;
    return PyBool_FromLong(is_supported((Terrain *)self, (i64)x, (i64)y, rest[0], rest[1]));
}

static PyObject *obstruction(PyObject *self, PyObject *args)
{
    PyObject *tuple;
    long long height_free;
    Body body;
    if (!PyArg_ParseTuple(args, "OL", &tuple, &height_free) || read_body(tuple, &body))
        return NULL;
    return PyLong_FromLongLong(obstruction_at((Terrain *)self, &body, height_free));
}

static PyObject *height_at(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    double x, y;
    i64 z;
    if (read_place(args, count, 3, &x, &y, &z))
        return NULL;
    return PyLong_FromLongLong(surface_height((Terrain *)self, x, y, z));
}

static PyMethodDef methods[] = {
    {"walk", (PyCFunction)(void (*)(void))terrain_walk, METH_FASTCALL, "The twin of walking.walk."},
    {"lets_stand", lets_stand, METH_O, "Whether terrain lets a base end there: ground.can_stand without models."},
    {"surface_height", (PyCFunction)(void (*)(void))height_at, METH_FASTCALL, "The twin of ground.surface_height."},
    {"surface_at", (PyCFunction)(void (*)(void))surface_object, METH_FASTCALL, "The twin of ground.surface_at."},
    {"ground_class", (PyCFunction)(void (*)(void))class_at, METH_FASTCALL, "The number of the class of ground."},
    {"is_supported", (PyCFunction)(void (*)(void))supports, METH_FASTCALL, "The twin of ground.is_supported."},
    {"obstruction", obstruction, METH_VARARGS, "The number of the piece that ground.obstruction_at finds, or -1."},
    {"busy_points", busy_points, METH_O, "The twin of bare_steps.busy_points."},
    {"look", (PyCFunction)(void (*)(void))terrain_look, METH_FASTCALL, "The twin of rays.look_uncached."},
    {"leaves_all", (PyCFunction)(void (*)(void))terrain_leaves_all, METH_FASTCALL, "Whether no ray is blocked."},
    {"stops_all", (PyCFunction)(void (*)(void))terrain_stops_all, METH_FASTCALL, "Whether all rays are blocked."},
    {NULL, NULL, 0, NULL}};

PyTypeObject TerrainType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "battles.engine.native._geometry.Terrain",
    .tp_basicsize = sizeof(Terrain),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A compiled table as flat arrays.",
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)terrain_init,
    .tp_dealloc = (destructor)terrain_dealloc,
    .tp_methods = methods};

/* -- the module ---------------------------------------------------------------------------------------------------- */

static PyObject *hypot_of(PyObject *module, PyObject *args)
{
    double x, y;
    return PyArg_ParseTuple(args, "dd", &x, &y) ? PyFloat_FromDouble(exact_hypot(x, y)) : NULL;
}

static PyMethodDef functions[] = {
    {"hypot", hypot_of, METH_VARARGS, "math.hypot as the module calculates it, for tests."},
    {"set_walk_types", set_walk_types, METH_VARARGS, "Set the type of walks and the refusals, in the order of the enum."},
    {"set_search_types", set_search_types, METH_VARARGS, "Set the types of legs, arrivals and spots, and the tables of "
                                                         "directions."},
    {"farthest_step", farthest_step, METH_VARARGS, "The step whose end is farthest in a direction."},
    {"body_blocks", (PyCFunction)(void (*)(void))body_blocks, METH_FASTCALL, "Whether a model blocks any of the rays."},
    {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_geometry",
                                        "Geometry of a table; see docs/developers/native.md.", -1, functions};

PyMODINIT_FUNC PyInit__geometry(void)
{
    PyObject *math = PyImport_ImportModule("math");
    for (int i = 0; math && i < 24; i++) {
        PyObject *x = PyObject_CallMethod(math, "radians", "i", i * 15);
        double turn = x ? PyFloat_AsDouble(x) : 0.0;
        Py_XDECREF(x);
        ring_of_24[i][0] = cos(turn);
        ring_of_24[i][1] = sin(turn);
    }
    Py_XDECREF(math);
    if (!math || PyErr_Occurred() || PyType_Ready(&TerrainType) || PyType_Ready(&LegsType) || PyType_Ready(&SearchType) ||
        PyType_Ready(&CrowdType))
        return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (!module || PyModule_AddStringConstant(module, "SOURCES", SOURCES) ||
        PyModule_AddObjectRef(module, "Terrain", (PyObject *)&TerrainType) ||
        PyModule_AddObjectRef(module, "Legs", (PyObject *)&LegsType) ||
        PyModule_AddObjectRef(module, "Crowd", (PyObject *)&CrowdType) ||
        PyModule_AddObjectRef(module, "Search", (PyObject *)&SearchType))
        return NULL;
    return module;
}
