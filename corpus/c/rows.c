/* Pointers that run through matrices from row to row. */
#include <stdbool.h>
#include <string.h>

#define ROWS 2
#define COLUMNS 3

int positive(int m[ROWS][COLUMNS])
{
    int *p = &m[0][0], count = 0;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        count += p[i] > 0;
    return count;
}

int sum(void)
{
    int m[ROWS][COLUMNS] = { { 1, 2, 3 }, { 4, 5, 6 } }, total = 0;
    for (int *p = &m[0][0]; p <= &m[ROWS - 1][COLUMNS - 1]; p++)
        total += *p;
    return total;
}

static int above(const int *a, int rows, int columns, int least)
{
    int count = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            if (*(a + i * columns + j) > least)
                count++;
    return count;
}

int middle(int x)
{
    int m[2][2] = { { x, 2 }, { 4, x } };
    return above((int *) m, 2, 2, 3) == 2;
}

/* A row ends where it ends, if it is the matrix that is asked. */
int cell(int m[ROWS][COLUMNS], int i, int j)
{
    if (i < 0 || j < 0)
        return -1;
    return m[i][j] == 5;
}

int next_row(int m[ROWS][COLUMNS], int k)
{
    int *p = m[0];
    if (p + k == &m[1][0])
        return 2;
    return p[k] == 5;
}

long apart(int i)
{
    int m[3][3];
    return &m[2][1] - &m[i % 3][2] + (&m[i % 3][0] < &m[1][1]);
}

struct board { int size; char cells[2][2]; int turn; };

int set(struct board *b, int k, char c)
{
    char *p = b->cells[0];
    p[k] = c;
    return b->cells[1][0] == 'x';
}

int cube(int k)
{
    static const int c[2][2][2] = { { { 1, 2 }, { 3, 4 } }, { { 5, 6 }, { 7, 8 } } };
    const int *p = &c[0][1][0];
    return p[k] == 8;
}

static short known[ROWS][COLUMNS];
static bool seen[5];

int remember(int i, int j, short value)
{
    memset(known, -1, sizeof known);
    memset(seen, 0, sizeof seen);
    if (i < 0 || i >= ROWS || j < 0 || j >= COLUMNS)
        return 0;
    known[i][j] = value;
    seen[i + j] = true;
    return seen[0] ? known[0][0] : known[0][1];
}

int copied(int x)
{
    int from[2][2] = { { x, 2 }, { 3, 4 } }, to[2][2];
    memcpy(to, from, sizeof to);
    return to[1][0] + (to[0][0] > 3);
}

//! generate -e positive -c branch
//! generate -e sum -c path
//! generate -e middle -c branch
//! generate -e cell -c path
//! generate -e next_row -c path
//! generate -e apart -c path
//! generate -e set -c path
//! generate -e cube -c path
//! generate -e remember -c branch
//! generate -e copied -c path
