/* A table with two dimensions. */
#define ROWS 2
#define COLUMNS 3

int grid[ROWS][COLUMNS];

int total(int g[ROWS][COLUMNS])
{
    int sum = 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            sum += g[i][j];
    return sum;
}

int row_of(int g[][COLUMNS], int rows, int wanted)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < COLUMNS; j++)
            if (g[i][j] == wanted)
                return i;
    return -1;
}

int set(int row, int column, int value)
{
    if (row < 0 || row >= ROWS || column < 0 || column >= COLUMNS)
        return 0;
    grid[row][column] = value;
    return 1;
}

int grid_total(void) { return total(grid); }

int local_diagonal(int a, int b)
{
    int m[2][2] = { { a, b }, { b, a } };
    int n = 0;
    for (int i = 0; i < 2; i++)
        if (m[i][i] > m[i][1 - i])
            n += m[i][i];
    return n;
}

//! generate -e total -c branch --loops 3
//! generate -e row_of -c path --loops 2 --depth 3
//! generate -e row_of -c branch --loops 3
//! generate -e set -c path --loops 2 --depth 3
//! generate -e set -c branch --loops 3
//! generate -e grid_total -c path --loops 2 --depth 3
//! generate -e grid_total -c branch --loops 3
//! generate -e local_diagonal -c path --loops 2 --depth 3
//! generate -e local_diagonal -c branch --loops 3
