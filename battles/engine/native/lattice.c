/* Steps on the half-inch lattice and models near them: the twin of bare_steps.py and parts of lattice.py and
   random_walk.py. */
#include "legs.h"

#define STEP 50
#define DIAGONAL 71
#define HALF_STEP 36

/* -- steps from a lattice point ---------------------------------------------------------------------------------------- */

static const int around[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

/* steps(x, y, z) -> [(node or spot, cost), ...]: the walks from a lattice point to its eight neighbours. Nodes are
   numbers for the table top, and spots elsewhere. */
PyObject *legs_steps(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    Legs *legs = (Legs *)self;
    static Walked found;
    i64 n[3];
    if (count != 3)
        return PyErr_Format(PyExc_TypeError, "steps takes x, y and z");
    for (int i = 0; i < 3; i++)
        n[i] = PyLong_AsLongLong(args[i]);
    PyObject *steps = PyErr_Occurred() ? NULL : PyList_New(0);
    i64 columns = legs->terrain->width / STEP + 1;
    for (int i = 0; steps && i < 8; i++) {
        i64 x = n[0] + around[i][0] * STEP, y = n[1] + around[i][1] * STEP;
        if (walk(legs->terrain, &legs->mover, &legs->rules, (Spot){n[0], n[1], n[2]}, x, y, NULL, 0, &found) != FREE)
            continue;
        PyObject *step = found.z ? Py_BuildValue("(LLL)L", x, y, found.z, found.cost)
                                 : Py_BuildValue("LL", y / STEP * columns + x / STEP, found.cost);
        if (!step || PyList_Append(steps, step))
            Py_CLEAR(steps);
        Py_XDECREF(step);
    }
    return steps;
}

static void mark_line(const Terrain *t, Point a, Point b, double far, char *marks)
{
    i64 columns = t->width / STEP + 1, rows = t->length / STEP + 1, grow = (i64)far + STEP;
    i64 first = most(0, (least(a.x, b.x) - grow) / STEP), last = least(columns, (most(a.x, b.x) + grow) / STEP + 1);
    i64 top = least(rows, (most(a.y, b.y) + grow) / STEP + 1);
    for (i64 row = most(0, (least(a.y, b.y) - grow) / STEP); row < top; row++)
        for (i64 column = first; column < last; column++)
            if (!marks[row * columns + column] &&
                segment_distance((double)(column * STEP), (double)(row * STEP), a, b) <= far)
                marks[row * columns + column] = 1;
}

static void mark_outline(const Terrain *t, const Polygon *polygon, double far, char *marks)
{
    Point a = polygon->at[polygon->count - 1];
    for (int i = 0; i < polygon->count; i++) {
        mark_line(t, a, polygon->at[i], far, marks);
        a = polygon->at[i];
    }
}

/* busy_points(radius): the twin of bare_steps.busy_points. */
PyObject *busy_points(PyObject *self, PyObject *radius)
{
    const Terrain *t = (Terrain *)self;
    double reach = (double)(PyLong_AsLongLong(radius) + DIAGONAL + 4);
    PyObject *found = PyErr_Occurred() ? NULL : PyByteArray_FromStringAndSize(NULL, (t->width / STEP + 1) * (t->length / STEP + 1));
    if (!found)
        return NULL;
    char *marks = PyByteArray_AS_STRING(found);
    memset(marks, 0, (size_t)PyByteArray_GET_SIZE(found));
    for (int i = 0; i < t->walls_count; i++) {
        const Wall *wall = &t->walls[i];
        mark_line(t, (Point){wall->ax, wall->ay}, (Point){wall->bx, wall->by}, reach + (double)wall->thickness, marks);
    }
    for (int i = 0; i < t->solids_count; i++)
        mark_outline(t, &t->solids[i].outline, reach, marks);
    for (int i = 0; i < t->areas_count; i++)
        mark_outline(t, &t->areas[i].outline, reach, marks);
    for (int i = 0; i < t->surfaces_count; i++) {
        mark_outline(t, &t->surfaces[i].outline, reach, marks);
        for (int j = 0; j < t->surfaces[i].holes_count; j++)
            mark_outline(t, &t->surfaces[i].holes[j], reach, marks);
    }
    return found;
}

/* -- nodes too near to standing models (reach.closed_nodes) --------------------------------------------------------------- */

typedef struct { i64 x, y, square, foot, head; } Circle;
typedef struct {
    PyObject_HEAD
    Circle *circles;
    int count;
    i64 tall;
} Crowd;

static int closes(const Crowd *crowd, i64 x, i64 y, i64 z)
{
    for (int i = 0; i < crowd->count; i++) {
        const Circle *c = &crowd->circles[i];
        i64 dx = x - c->x, dy = y - c->y;
        if (dx * dx + dy * dy < c->square && c->foot < z + crowd->tall && z < c->head)
            return 1;
    }
    return 0;
}

/* Crowd(body, others): the standing ones of some models, for a mover with that body. */
static int crowd_init(Crowd *crowd, PyObject *args, PyObject *names)
{
    PyObject *tuple, *others;
    Body mine, body;
    if (!PyArg_ParseTuple(args, "OO!", &tuple, &PyTuple_Type, &others) || read_body(tuple, &mine))
        return -1;
    crowd->tall = mine.height;
    crowd->circles = PyMem_Calloc((size_t)PyTuple_GET_SIZE(others) + 1, sizeof(Circle));
    if (!crowd->circles)
        return PyErr_NoMemory(), -1;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(others); i++) {
        PyObject *other = PyTuple_GET_ITEM(others, i);
        if (!PyObject_IsTrue(PyTuple_GET_ITEM(other, 1)))
            continue;
        if (read_body(PyTuple_GET_ITEM(other, 0), &body))
            return -1;
        i64 both = body.radius + mine.radius + (PyObject_IsTrue(PyTuple_GET_ITEM(other, 2)) ? TOUCH + 1 : 0);
        crowd->circles[crowd->count++] =
            (Circle){body.x, body.y, both * both + HALF_STEP * HALF_STEP, body.z, body.z + body.height};
    }
    return PyErr_Occurred() ? -1 : 0;
}

static void crowd_dealloc(Crowd *crowd)
{
    PyMem_Free(crowd->circles);
    Py_TYPE(crowd)->tp_free((PyObject *)crowd);
}

static PyObject *crowd_closes(PyObject *self, PyObject *spot)
{
    if (!PyTuple_Check(spot) || PyTuple_GET_SIZE(spot) != 3)
        return PyErr_Format(PyExc_TypeError, "a spot has three coordinates");
    int found = closes((Crowd *)self, whole(spot, 0), whole(spot, 1), whole(spot, 2));
    return PyErr_Occurred() ? NULL : PyBool_FromLong(found);
}

static int spot_of(PyObject *spots, i64 base, i64 columns, i64 node, Spot *spot)
{
    if (node < base) {
        *spot = (Spot){node % columns * STEP, node / columns * STEP, 0};
        return 0;
    }
    if (node - base >= PyList_GET_SIZE(spots)) {
        PyErr_SetString(PyExc_IndexError, "there is no such node");
        return -1;
    }
    PyObject *tuple = PyList_GET_ITEM(spots, node - base);
    *spot = (Spot){whole(tuple, 0), whole(tuple, 1), whole(tuple, 2)};
    return 0;
}

/* open_steps(steps, reached, room, spots, base, columns) -> those that cost at most `room` and lead to nodes that are
   neither reached nor too near to a model. */
static PyObject *crowd_open_steps(PyObject *self, PyObject *args)
{
    PyObject *steps, *reached, *spots;
    long long room, base, columns;
    if (!PyArg_ParseTuple(args, "O!O!LO!LL", &PyList_Type, &steps, &PyDict_Type, &reached, &room, &PyList_Type, &spots,
                          &base, &columns))
        return NULL;
    PyObject *found = PyList_New(0);
    for (Py_ssize_t i = 0; found && i < PyList_GET_SIZE(steps); i++) {
        PyObject *step = PyList_GET_ITEM(steps, i);
        Spot spot;
        if (whole(step, 1) > room)
            continue;
        int known = PyDict_Contains(reached, PyTuple_GET_ITEM(step, 0));
        if (known < 0 || spot_of(spots, base, columns, whole(step, 0), &spot))
            Py_CLEAR(found);
        else if (!known && !closes((Crowd *)self, spot.x, spot.y, spot.z) && PyList_Append(found, step))
            Py_CLEAR(found);
    }
    return found;
}

/* farthest(steps, ux, uy, spots, base, columns) -> the step whose end is farthest in a direction. */
PyObject *farthest_step(PyObject *module, PyObject *args)
{
    PyObject *steps, *spots, *best = NULL;
    double ux, uy, farthest = -INFINITY;
    long long base, columns;
    if (!PyArg_ParseTuple(args, "O!ddO!LL", &PyList_Type, &steps, &ux, &uy, &PyList_Type, &spots, &base, &columns))
        return NULL;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(steps); i++) {
        PyObject *step = PyList_GET_ITEM(steps, i);
        Spot spot;
        if (spot_of(spots, base, columns, whole(step, 0), &spot))
            return NULL;
        double along = (double)spot.x * ux + (double)spot.y * uy;
        if (!best || along > farthest) {
            farthest = along;
            best = step;
        }
    }
    return best ? Py_NewRef(best) : PyErr_Format(PyExc_ValueError, "there is no step");
}

static PyMethodDef methods[] = {
    {"closes", crowd_closes, METH_O, "Whether a node at a spot is too near to a model."},
    {"open_steps", crowd_open_steps, METH_VARARGS, "Steps that a random walk may take."},
    {NULL, NULL, 0, NULL}};

PyTypeObject CrowdType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "battles.engine.native._geometry.Crowd",
    .tp_basicsize = sizeof(Crowd),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Standing models that lattice nodes may be too near to.",
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)crowd_init,
    .tp_dealloc = (destructor)crowd_dealloc,
    .tp_methods = methods};
