/* A stack of changes that can be taken back, in memory of a fixed size. */
#include <assert.h>
#include <string.h>

#define DEPTH 4

struct change {
    int cell;
    int old;
};

static int cells[3];
static struct change changes[DEPTH];
static unsigned depth;

int set_cell(int cell, int value)
{
    if (cell < 0 || cell >= 3)
        return 0;
    if (depth >= DEPTH) {
        memmove(cells, cells, sizeof cells);
        return -1;
    }
    changes[depth].cell = cell;
    changes[depth].old = cells[cell];
    depth++;
    cells[cell] = value;
    return 1;
}

int undo(void)
{
    if (depth == 0)
        return 0;
    assert(depth <= DEPTH);
    struct change last = changes[--depth];
    if (last.cell < 0 || last.cell > 2)
        return -1;
    cells[last.cell] = last.old;
    return 1;
}

int sum_of_cells(void)
{
    long sum = 0;
    for (unsigned i = 0; i < sizeof cells / sizeof *cells; i++)
        sum += cells[i];
    return sum > 1000000 ? 1 : sum < -1000000 ? -1 : 0;
}

//! generate -c branch
