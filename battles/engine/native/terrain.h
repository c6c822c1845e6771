/* Shared by the C files of the geometry module: the compiled table as flat arrays, and the functions on it.

   Lengths are whole hundredths of an inch (i64); computed values are doubles. Every calculation repeats the Python
   function of the same name step by step, so that both give the same bits. See docs/developers/native.md. */
#ifndef TERRAIN_H
#define TERRAIN_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t i64;

#define SLACK 2
#define TOUCH 5
#define CELL 400
#define SUPPORT 50

typedef struct { i64 x, y; } Point;
typedef struct { double x, y; } Place;
typedef struct { i64 x, y, z; } Spot;
typedef struct { i64 x, y, z, radius, height; } Body;
typedef struct { i64 x0, y0, x1, y1; } Box;
typedef struct { int c0, r0, c1, r1; } Cells;
typedef struct { int count; Point *at; } Polygon;

typedef struct { i64 start, end, sill, lintel; int closed; } Opening;

typedef struct {
    i64 number, piece, ax, ay, bx, by, thickness, z0, z1;
    int openings_count, hard;
    Opening *openings;
    double length, ux, uy, half;
    Box box;
    Cells cells;
} Wall;

typedef struct {
    i64 number, piece, z0, z1;
    Polygon outline;
    Box box;
    Cells cells;
    int hill, hard;
} Solid;

typedef struct {
    i64 number, z, narrowest;
    Polygon outline;
    int holes_count;
    Polygon *holes;
    Box box;
    Cells cells;
    int hill, walkway, slab;
} Surface;

typedef struct {
    Polygon outline;
    Box box;
    Cells cells;
    i64 number, top, width;
    int zs_count, ground, ford, forest;
    i64 *zs;
} Area;

typedef struct { i64 surface, ax, ay, bx, by; } Edge;

/* Classes of ground in the order of ground.SLOWNESS. */
enum { OPEN, DIFFICULT, SHALLOW_WATER, DEEP_WATER, VERY_DIFFICULT, IMPASSABLE_GROUND, IMPASSABLE_SOLID };

/* What blocks rays in a cell: see rays.SightEntry. */
typedef struct { i64 number, ax, ay, bx, by, z0, z1; double pad; int is_solid, index; } Screen;

/* Heights that feet can reach from a height, with steps up to a limit (Table.heights_from). */
typedef struct { i64 z, limit; int count; i64 *heights; } Heights;

typedef struct {
    i64 leap_limit, difficult, very_difficult, shallow_water, deep_water, crack;
    int leap_at_run;
} Rules;

typedef struct {
    Body body;
    int charges, runs, small, aquatic, anywhere, ghostly;
    i64 sure_footed;
} Mover;

typedef struct { Body body; int standing, enemy, target; } Other;

typedef struct {
    PyObject_HEAD
    i64 width, length;
    int ground, columns, rows;
    int walls_count, solids_count, surfaces_count, areas_count, edges_count, screens_count;
    Wall *walls;
    Solid *solids;
    PyObject *surface_objects;
    Surface *surfaces; /* the highest first, as in Table.surface_grid */
    Area *areas;
    Edge *edges;
    Screen *screens;   /* the largest first, as in Table.sight_grid */
    int **screen_cells;
    int *taken, taken_now;
    int heights_count;
    Heights *heights;
    int low_count;
    struct { i64 limit; char *low; } low[8];
} Terrain;

/* One part of a walk at one height. */
typedef struct { i64 px, py, qx, qy, z; } Stretch;

#define MOST_SPANS 512
typedef struct {
    i64 z, length, cost;
    int swims, leaps_count, stretches_count;
    i64 leaps[MOST_SPANS];
    Stretch stretches[MOST_SPANS];
} Walked;

/* Why a walk is refused: positions in the list that walking.py passes. */
enum { FREE = -1, R_OFF_TABLE, R_SOLID, R_WALL, R_CLEARANCE, R_BODY, R_NO_GROUND, R_DROP, R_NARROW, R_CONTACT,
       R_LEAP_AT_RUN, R_DEEP_WATER, R_TOO_LARGE, R_IMPASSABLE, R_TOO_MANY, REFUSALS };

/* geometry.c */
double exact_hypot(double x, double y);
double square_of(double x);
i64 leg_length(i64 ax, i64 ay, i64 bx, i64 by);
i64 round_half_up(double value);
int point_nearer_than(i64 px, i64 py, i64 ax, i64 ay, i64 bx, i64 by, i64 reach);
int segments_nearer_than(Point p, Point q, Point a, Point b, i64 reach);
void nearest_on_segment(double px, double py, Point a, Point b, double *x, double *y);
double segment_distance(double px, double py, Point a, Point b);
int point_in_polygon(double px, double py, const Polygon *polygon);
int outline_nearer_than(i64 px, i64 py, const Polygon *polygon, i64 reach);

/* terrain.c */
extern PyTypeObject TerrainType;
int read_body(PyObject *tuple, Body *body);
Cells cells_of(const Terrain *t, i64 x0, i64 y0, i64 x1, i64 y1);
int holds(const Surface *surface, double x, double y);
const Surface *surface_at(const Terrain *t, double x, double y, i64 z);
int ground_class(const Terrain *t, double x, double y, i64 z, i64 radius);
const Heights *heights_from(Terrain *t, i64 z, i64 limit);
int reaches(const Heights *heights, i64 z);
const char *low_surfaces(Terrain *t, i64 limit);
int terrain_lets_stand(Terrain *t, const Body *body);

/* walking.c */
int read_mover(PyObject *tuple, Mover *mover);
int read_rules(PyObject *object, Rules *rules);
i64 factor_of(const Mover *mover, int ground, const Rules *rules);
int walk(Terrain *t, const Mover *mover, const Rules *rules, Spot start, i64 bx, i64 by, const Other *others,
         int others_count, Walked *found);
int meet_wall(const Wall *wall, const Mover *mover, i64 px, i64 py, i64 qx, i64 qy, i64 z, const Rules *rules,
              i64 *leaps, int *leaps_count);
int solid_blocks(const Solid *solid, i64 px, i64 py, i64 qx, i64 qy, i64 radius);
PyObject *terrain_walk(PyObject *self, PyObject *const *args, Py_ssize_t count);
PyObject *set_walk_types(PyObject *module, PyObject *args);

/* sight.c */
PyObject *terrain_look(PyObject *self, PyObject *const *args, Py_ssize_t count);
PyObject *terrain_leaves_all(PyObject *self, PyObject *const *args, Py_ssize_t count);
PyObject *terrain_stops_all(PyObject *self, PyObject *const *args, Py_ssize_t count);
PyObject *body_blocks(PyObject *self, PyObject *const *args, Py_ssize_t count);

/* lattice.c */
extern PyTypeObject CrowdType;
PyObject *legs_steps(PyObject *self, PyObject *const *args, Py_ssize_t count);
PyObject *busy_points(PyObject *self, PyObject *radius);
PyObject *farthest_step(PyObject *module, PyObject *args);

/* legs.c and search.c */
PyObject *as_named(PyObject *type, PyObject *items);
extern PyTypeObject LegsType, SearchType;
PyObject *set_search_types(PyObject *module, PyObject *args);

static inline int overlaps(const Cells *a, const Cells *b)
{
    return a->c0 <= b->c1 && b->c0 <= a->c1 && a->r0 <= b->r1 && b->r0 <= a->r1;
}
static inline i64 least(i64 a, i64 b) { return a < b ? a : b; }
static inline i64 most(i64 a, i64 b) { return a > b ? a : b; }
static inline i64 whole(PyObject *tuple, Py_ssize_t at) { return PyLong_AsLongLong(PyTuple_GET_ITEM(tuple, at)); }

#endif
