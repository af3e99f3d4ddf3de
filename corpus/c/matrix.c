/* Matrices: of fixed size, in one block, and as rows. */
#define N 3

typedef int Matrix[N][N];

static const Matrix identity = { { 1, 0, 0 }, { 0, 1 }, [2][2] = 1 };

void multiply(int a[N][N], Matrix b, Matrix result)
{
    int i, j, k;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            int sum = 0;
            for (k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            result[i][j] = sum;
        }
}

int is_identity(int (*m)[N])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            if (m[i][j] != identity[i][j])
                return 0;
    return 1;
}

struct block { unsigned rows, columns; double *cells; };

double *cell(struct block *m, unsigned row, unsigned column)
{
    return &m->cells[row * m->columns + column];
}

long trace(long **rows, int n)
{
    long t = 0;
    while (n --> 0)
        t += rows[n][n];
    return t;
}

void power(Matrix m, unsigned n, Matrix result)
{
    Matrix copy;
    for (int i = 0; i < N * N; i++)
        (&result[0][0])[i] = (&identity[0][0])[i];
    for (; n > 0; n >>= 1) {
        if (n & 1u) {
            multiply(result, m, copy);
            for (int i = 0; i < N; i++)
                for (int j = 0; j < N; j++)
                    result[i][j] = copy[i][j];
        }
        multiply(m, m, copy);
        for (int i = 0; i < (int) (sizeof copy / sizeof copy[0]); i++)
            for (int j = 0; j < (int) (sizeof copy[0] / sizeof(int)); j++)
                m[i][j] = copy[i][j];
    }
}

//! generate -e is_identity -c path --loops 2 --depth 3
//! generate -e trace -c path --loops 2 --depth 3
//! generate -e power -c path --loops 2 --depth 3
