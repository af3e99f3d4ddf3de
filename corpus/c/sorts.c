// Sorting in place.
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }

//@ requires n >= 0
void bubble_sort(int a[], int n)
{
    int swapped;
    do {
        swapped = 0;
        for (int i = 1; i < n; i++) {
            if (a[i - 1] > a[i]) {
                swap(&a[i - 1], &a[i]);
                swapped = 1;
            }
        }
        n--;
    } while (swapped);
}

void insertion_sort(int *a, unsigned n)
{
    for (unsigned i = 1; i < n; ++i) {
        int key = a[i];
        unsigned j = i;
        /*@ loop invariant 0 <= j <= i; */
        while (j > 0 && a[j - 1] > key) {
            a[j] = a[j - 1];
            --j;
        }
        a[j] = key;
    }
}

void quick_sort(int a[], int low, int high)
{
    if (low >= high)
        return;
    int pivot = a[(low + high) / 2], i = low, j = high;
    while (i <= j) {
        while (a[i] < pivot) i++;
        while (a[j] > pivot) j--;
        if (i <= j)
            swap(a + i++, a + j--);
    }
    quick_sort(a, low, j);
    quick_sort(a, i, high);
}

static void merge(short *a, int n, short *work)
{
    int half = n / 2, i = 0, j = half, k = 0;
    if (n < 2)
        return;
    merge(a, half, work);
    merge(a + half, n - half, work);
    while (i < half && j < n)
        work[k++] = a[i] <= a[j] ? a[i++] : a[j++];
    while (i < half)
        work[k++] = a[i++];
    while (j < n)
        work[k++] = a[j++];
    for (k = 0; k < n; k++)
        a[k] = work[k];
}

void counting_sort(unsigned char *a, long n)
{
    long counts[256] = { 0 };
    for (long i = 0; i < n; i++)
        counts[a[i]]++;
    for (int v = 0; v < 256; v++)
        while (counts[v]-- > 0)
            *a++ = v;
}

int is_sorted(const int a[const static 1], int n)
{
    for (int i = 1; i < n; i++)
        if (a[i] < a[i - 1])
            return 0;
    return n > 0;
}

void sort_shorts(short a[8]) { short work[8]; merge(a, 8, work); }

//! generate -e swap -c path --loops 2 --depth 3
//! generate -e bubble_sort -c path --loops 2 --depth 3
//! generate -e insertion_sort -c path --loops 2 --depth 3
//! generate -e merge -c branch --loops 2 --depth 2
//! generate -e counting_sort -c path --loops 2 --depth 3
//! generate -e is_sorted -c branch --loops 2 --depth 2
//! generate -e sort_shorts -c branch --loops 2 --depth 2
