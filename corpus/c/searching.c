/* Searching arrays. */
int linear(const int *a, int n, int wanted)
{
    for (int i = 0; i < n; i++)
        if (a[i] == wanted)
            return i;
    return -1;
}

//@ requires n >= 0;
int binary(const int a[], int n, int wanted)
{
    int low = 0, high = n - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (a[middle] == wanted)
            return middle;
        if (a[middle] < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int maximum(const int a[5])
{
    int best = a[0];
    for (int i = 1; i < 5; i++)
        if (a[i] > best)
            best = a[i];
    return best;
}

int remove_all(int *a, int n, int value)
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (a[i] != value)
            a[kept++] = a[i];
    return kept;
}

int first_difference(const unsigned char *a, const unsigned char *b, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (a[i] != b[i])
            return (int) i;
    return -1;
}

//! generate -e linear -c path --loops 2 --depth 3
//! generate -e linear -c condition --loops 2
//! generate -e binary -c branch --loops 2 --depth 2
//! generate -e binary -c condition --loops 2
//! generate -e remove_all -c path --loops 2 --depth 3
//! generate -e remove_all -c condition --loops 2
//! generate -e first_difference -c path --loops 2 --depth 3
//! generate -e first_difference -c condition --loops 2
