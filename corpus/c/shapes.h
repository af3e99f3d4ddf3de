#ifndef SHAPES_H
#define SHAPES_H

enum kind { CIRCLE, RECTANGLE };

struct shape {
    enum kind kind;
    union {
        struct { int radius; } circle;
        struct { int width, height; } rectangle;
    } as;
};

static inline int rectangle_area(int width, int height) { return width * height; }
int area(const struct shape *s);

#endif
