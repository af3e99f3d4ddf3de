/* Arrays: sorting, searching, counting. */
#include <stddef.h>

int maximum(const int *a, int n) {
    if (n <= 0) {
        return -1;
    }
    int best = a[0];
    for (int i = 1; i < n; i++) {
        if (a[i] > best) {
            best = a[i];
        }
    }
    if (best < a[0]) {
        return -2;
    }
    return best;
}

int binary_search(const int *a, int n, int key) {
    int low = 0;
    int high = n - 1;
    int rounds = 0;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (a[middle] == key) {
            return middle;
        }
        if (a[middle] < key) {
            low = middle + 1;
        } else {
            high = middle - 1;
        }
        rounds++;
        if (rounds > 6) {
            return -3;
        }
    }
    if (low < high) {
        return -2;
    }
    return -1;
}

int bubble(int *a, int n) {
    int swaps = 0;
    if (n < 0 || n > 6) {
        return -1;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j + 1 < n - i; j++) {
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
                swaps++;
            }
        }
    }
    if (swaps > 15) {
        return -2;
    }
    if (swaps == 15) {
        return -3;
    }
    return swaps;
}

int all_zero(const int *a) {
    for (int i = 0; i < 40; i++) {
        if (a[i] != 0) {
            return i;
        }
    }
    return 40;
}

int zeros_ahead(const int *a) {
    int n = all_zero(a);
    if (n == 40) {
        return 1;
    }
    if (n > 40) {
        return 2;
    }
    if (n == 39) {
        return 3;
    }
    return 0;
}

int histogram(const unsigned char *data, int n) {
    int counts[4] = {0, 0, 0, 0};
    for (int i = 0; i < n; i++) {
        counts[data[i] & 3]++;
    }
    if (counts[0] + counts[1] + counts[2] + counts[3] < 0) {
        return -1;
    }
    if (counts[3] > 6) {
        return 1;
    }
    if (counts[0] == 4 && counts[1] == 3) {
        return 2;
    }
    return 0;
}

int insertion_steps(int *a, int n) {
    int steps = 0;
    for (int i = 1; i < n; i++) {
        int key = a[i];
        int j = i - 1;
        while (j >= 0 && a[j] > key) {
            a[j + 1] = a[j];
            j--;
            steps++;
        }
        if (j < -1) {
            return -1;
        }
        a[j + 1] = key;
    }
    if (steps > 10) {
        return -2;
    }
    return steps;
}

int majority(const int *a, int n) {
    int candidate = 0;
    int votes = 0;
    for (int i = 0; i < n; i++) {
        if (votes == 0) {
            candidate = a[i];
            votes = 1;
        } else if (a[i] == candidate) {
            votes++;
        } else {
            votes--;
        }
        if (votes < 0) {
            return -1;
        }
    }
    if (votes > 7) {
        return 1;
    }
    return (candidate == 42) ? 2 : 0;
}

int sieve(int limit) {
    unsigned char composite[60] = {0};
    int primes = 0;
    if (limit > 60) {
        limit = 60;
    }
    for (int i = 2; i < limit; i++) {
        if (!composite[i]) {
            primes++;
            for (int j = i * i; j < limit; j += i) {
                composite[j] = 1;
            }
        }
    }
    if (primes > 17) {
        return -1;
    }
    if (primes == 17) {
        return -2;
    }
    return primes;
}

int mean_above(const int *a, int n, int limit) {
    float sum = 0;
    int above = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] > limit) {
            above++;
        }
    }
    if (above > n && n >= 0) {
        return -1;
    }
    for (int i = 0; i < n; i++) {
        sum += (float) a[i];
    }
    if (n > 0 && sum / (float) n > (float) limit) {
        if (above == 0) {
            return 2;
        }
        return 1;
    }
    return 0;
}

int rotate_check(int *a, int n) {
    if (n < 3) {
        return 0;
    }
    int first = a[0];
    for (int i = 0; i + 1 < n; i++) {
        a[i] = a[i + 1];
    }
    a[n - 1] = first;
    if (a[n - 1] != first) {
        return -1;
    }
    if (n == 11 && first == 11) {
        return 2;
    }
    return 1;
}
