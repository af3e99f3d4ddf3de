/* Many includes, macros and typedefs, as in programs of a course. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
#include <stdint.h>
#include <limits.h>
#include <assert.h>
#include <stddef.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>

#define MAX_ACCOUNTS 10
#define NAME_LENGTH 24
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#ifdef DEBUG
#define LOG(...) fprintf(stderr, __VA_ARGS__)
#else
#define LOG(...) ((void) 0)
#endif

typedef int64_t cents_t;

typedef enum { OK, NO_ACCOUNT, TOO_LITTLE, FULL } result_t;

typedef struct account {
    char name[NAME_LENGTH];
    cents_t balance;
    bool frozen;
} account_t;

static account_t accounts[MAX_ACCOUNTS];
static size_t used = 0;
static const char *const messages[] = {
    [OK] = "ok",
    [NO_ACCOUNT] = "no such account",
    [TOO_LITTLE] = "not enough money",
    [FULL] = "no room",
};

static account_t *find(const char *name)
{
    for (size_t i = 0; i < used; i++)
        if (strncmp(accounts[i].name, name, NAME_LENGTH) == 0)
            return &accounts[i];
    return NULL;
}

result_t account_open(const char *name, cents_t start)
{
    assert(name != NULL);
    assert(start >= 0
           && start <= INT_MAX);
    if (used >= ARRAY_SIZE(accounts))
        return FULL;
    account_t *a = &accounts[used++];
    strncpy(a->name, name, MIN(NAME_LENGTH - 1, strlen(name) + 1));
    a->name[NAME_LENGTH - 1] = '\0';
    a->balance = start;
    a->frozen = false;
    LOG("opened %s\n", name);
    return OK;
}

result_t transfer(const char *from, const char *to, cents_t amount)
{
    account_t *a = find(from), *b = find(to);
    if (!a || !b)
        return NO_ACCOUNT;
    if (a->frozen || a->balance < amount)
        return TOO_LITTLE;
    a->balance -= amount;
    b->balance += amount;
    return OK;
}

int main(int argc, char *argv[])
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s NAME...\n", argv[0]);
        return EXIT_FAILURE;
    }
    for (int i = 1; i < argc; i++) {
        result_t r = account_open(argv[i], i * 100);
        printf("%d: %s\n", i, messages[r]);
    }
    result_t r = transfer(argv[1], argv[argc - 1], 50);
    puts(messages[r]);
    return r == OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
