// A header of its own, and a union with a tag.
#include "shapes.h"

int area(const struct shape *s)
{
    switch (s->kind) {
    case CIRCLE:
        return 3 * s->as.circle.radius * s->as.circle.radius;
    case RECTANGLE:
        return rectangle_area(s->as.rectangle.width, s->as.rectangle.height);
    }
    return 0;
}

//! generate -e area -c path --loops 2 --depth 3
