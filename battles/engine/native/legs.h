/* Straight legs over fixed terrain for one kind of mover: the twin of legs.py and barriers.py. */
#ifndef LEGS_H
#define LEGS_H

#include "terrain.h"

/* A hash map from two whole numbers to a number from 0. */
typedef struct { uint64_t a, b; int value; } Slot;
typedef struct { Slot *slots; int room, count; } Map;
#define ABSENT (-1)
int map_get(const Map *map, uint64_t a, uint64_t b);
int map_put(Map *map, uint64_t a, uint64_t b, int value);
void map_clear(Map *map);

typedef struct { i64 x0, y0, x1, y1, px, py, qx, qy; } Line;
typedef struct { i64 x, y, near; } Post;
typedef struct { Post *at; int count, room; } Posts;

/* What terrain has blocked legs from one place on the table top (barriers.KnownBarriers), relative to the place. */
typedef struct { i64 px, py, qx, qy, ex, ey, side; } KnownLine;
typedef struct { i64 x, y; KnownLine *lines; int lines_count, lines_room; Posts posts; } Seen;

typedef struct { i64 z, length, cost; int first, stretches; PyObject *object; } StaticLeg;
#define BLOCKED 0x7fffffff

typedef struct { Place *at; int count; } Turns;

typedef struct {
    PyObject_HEAD
    Terrain *terrain;
    Mover mover;
    Rules rules;
    i64 near;         /* distance below which a post blocks (Screens.near) */
    Line *lines;
    Post *posts;
    int lines_count, posts_count;
    Map starts;       /* spots by number */
    Map known;        /* (start, end) to the number of a leg, or BLOCKED */
    StaticLeg *legs;
    int legs_count, legs_room, judged;
    Stretch *stretches;
    int stretches_count, stretches_room;
    Map seen_map;
    Seen **seen;
    int seen_count, seen_room;
    Map closed;
    Turns *wall_turns, *solid_turns, *area_turns;
    Place **doors;
    int searches;     /* running searches, which hold pointers to what is seen */
} Legs;

uint64_t packed(i64 x, i64 y, i64 z);
int legs_start(Legs *legs, Spot spot);
int legs_known(const Legs *legs, int start, i64 x, i64 y);
int legs_block(Legs *legs, int start, i64 x, i64 y);
int legs_judge(Legs *legs, int start, Spot spot, i64 x, i64 y);
Seen *legs_seen(Legs *legs, i64 x, i64 y);
int seen_bars(const Seen *seen, const Posts *bodies, i64 x, i64 y);
int bars_anew(Legs *legs, Seen *seen, i64 x, i64 y);
int posts_add(Posts *posts, i64 x, i64 y, i64 near);
int legs_is_closed(Legs *legs, double x, double y);
int legs_is_flat(const Legs *legs, i64 x0, i64 y0, i64 x1, i64 y1);
int legs_leads_off(Legs *legs, i64 z, double x, double y);
i64 legs_highest(Legs *legs, i64 x0, i64 y0, i64 x1, i64 y1);
const Turns *legs_wall_turns(Legs *legs, int wall);
const Turns *legs_solid_turns(Legs *legs, int solid);
const Turns *legs_area_turns(Legs *legs, int area);
void legs_tidy(Legs *legs);
extern PyObject *leg_type;

#endif
