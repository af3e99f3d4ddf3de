/* Calls functions of an instrumented file with many inputs, and keeps which outcomes of which conditions were seen.
 *
 * An input is made of a list of words. Lists that showed something new, an outcome or another number of rounds, are kept
 * and changed a little, the others are drawn afresh. What was seen stands in memory that all children share, so that
 * it survives a run that a sanitizer ends; runs go on with the next input in a new child. */
#include <limits.h>
#include <malloc.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define IDS 4096      /* conditions of a file */
#define WORDS 192     /* words of an input */
#define KEPT 400      /* inputs that are kept */
#define STEPS 60000   /* conditions that one run may come to */
#define BATCH 2000    /* inputs of one child */
#define DEATHS 400    /* children that one function may bring down */

extern const long long glassbox_numbers[];
extern const int glassbox_number_count;
extern const int glassbox_own_numbers[];
extern const char *const glassbox_texts[];
extern const int glassbox_text_count;
extern const char glassbox_letters[];
extern const int glassbox_letter_count;
extern const int glassbox_function_count;
void glassbox_call(int function);

static struct shared {
    unsigned char met[IDS][2];
    unsigned buckets[IDS][2];
    uint32_t words[WORDS];
    uint32_t kept[KEPT][WORDS];
    unsigned count;
    unsigned replaced;
    long next;
    long long steps;
    int fresh;
} *all;

static unsigned rounds[IDS][2];
static int touched[2 * IDS];
static int touched_count;
static long steps;
static int position;
static int called;
static uint64_t state;
static long long numbers[8];
static int number_count;
static sigjmp_buf back;

static uint32_t draw(void) {
    state += 0x9E3779B97F4A7C15u;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t) ((z ^ (z >> 31)) >> 16);
}

static uint32_t word(void) {
    return position < WORDS ? all->words[position++] : draw();
}

int glassbox_seen(int id, int outcome) {
    all->met[id][outcome] = 1;
    if (rounds[id][outcome]++ == 0) {
        touched[touched_count++] = 2 * id + outcome;
    }
    unsigned bucket = 1u << (31 - __builtin_clz(rounds[id][outcome]));
    if (!(all->buckets[id][outcome] & bucket)) {
        all->buckets[id][outcome] |= bucket;
        all->fresh = 1;
    }
    if (++steps > STEPS) {
        siglongjmp(back, 1);
    }
    return outcome;
}

static unsigned long long near(void) {
    return (unsigned long long) ((long long) (word() % 3) - 1);
}

/* A number of the file, mostly one of the function. */
static long long constant(void) {
    int from = glassbox_own_numbers[called], own = glassbox_own_numbers[called + 1] - from;
    if (own > 0 && word() % 4 != 0) {
        return glassbox_numbers[from + (int) (word() % (unsigned) own)];
    }
    return glassbox_numbers[word() % (unsigned) glassbox_number_count];
}

long long glassbox_number(void) {
    static const long long edges[] = {INT_MIN, INT_MAX, UINT_MAX, LLONG_MIN, LLONG_MAX, -1, 127, 128, 255, 256,
                                      32767, 32768, 65535, 0x80000000, 1 << 16, 1 << 30};
    unsigned long long n;
    switch (word() % 12) {
    case 0: case 1: case 2: n = (unsigned long long) ((int) (word() % 16) - 3); break;
    case 3: case 4: case 5: case 6: n = (unsigned long long) constant() + near(); break;
    case 7: {
        unsigned long long a = (unsigned long long) constant(), b = (unsigned long long) constant();
        unsigned how = word() % 4;
        n = how == 0 ? a * b : how == 1 ? a + b : how == 2 ? a - b : 0 - a;
        n += near();
        break;
    }
    case 8: n = (unsigned long long) edges[word() % (sizeof edges / sizeof *edges)] + near(); break;
    case 9: n = (unsigned long long) (int) word(); break;
    case 10: n = word() % 1000; break;
    default:
        n = number_count > 0 ? (unsigned long long) numbers[word() % number_count] + near() : word() % 8;
        break;
    }
    if (number_count < 8) {
        numbers[number_count++] = (long long) n;
    }
    return (long long) n;
}

int glassbox_length(void) {
    unsigned n;
    switch (word() % 8) {
    case 0: case 1: return (int) (word() % 5);
    case 2: case 3: return (int) (word() % 20);
    case 4: case 5: case 6:
        n = (unsigned) constant() + word() % 3 - 1;
        return n <= 400 ? (int) n : (int) (word() % 12);
    default: return (int) (word() % 330);
    }
}

int glassbox_choice(int below) {
    return (int) (word() % (unsigned) below);
}

/* Memory of just this size, so that a sanitizer sees who leaves it. It stays: the function may free it. */
void *glassbox_memory(unsigned long size) {
    void *p = malloc(size);
    if (p == NULL) {
        _exit(9);
    }
    memset(p, 0, size);
    return p;
}

/* A place inside of an object. */
void *glassbox_inside(void *object, unsigned long size) {
    unsigned long places = object != NULL ? malloc_usable_size(object) / size : 0;
    return places > 0 ? (char *) object + size * (word() % places) : object;
}

/* Elements that have something in common: the same, rising, falling, two values, of the text, anything. */
long long glassbox_element(int how, int i, long long first, long long second) {
    switch (how) {
    case 0: return first;
    case 1: return i;
    case 2: return (long long) ((unsigned long long) first + (unsigned) i);
    case 3: return -i;
    case 4: return word() % 2 ? first : second;
    case 5: return i == 0 ? first : second;
    case 6: return (long long) ((unsigned long long) constant() + near());
    case 7: return (long long) (word() % 10) - 2;
    default: return glassbox_number();
    }
}

static char letter(void) {
    static const char usual[] = "a0 A9z-+.,/\n";
    if (glassbox_letter_count > 0 && word() % 4 != 0) {
        char c = glassbox_letters[word() % glassbox_letter_count];
        return word() % 6 == 0 ? (char) (c + (int) (word() % 3) - 1) : c;
    }
    return word() % 8 == 0 ? (char) word() : usual[word() % (sizeof usual - 1)];
}

char *glassbox_text(void) {
    char buffer[4096];
    int n = 0, length;
    const char *part;
    int how = word() % 16;
    if (how == 0 && word() % 2) {
        return NULL;
    }
    if (how <= 5 && glassbox_text_count > 0) {
        part = glassbox_texts[word() % glassbox_text_count];
        if (how == 1 && word() % 2) {
            /* The text of the file itself, not a copy of it. */
            return (char *) part;
        }
        n = (int) strlen(part);
        n = n > 1000 ? 1000 : n;
        memcpy(buffer, part, n);
        if (how >= 4 && n > 0) {
            buffer[word() % n] = letter();
        } else if (how == 3) {
            buffer[n++] = letter();
        } else if (how == 2 && n > 0) {
            n--;
        }
    } else if (how <= 7) {
        int parts = 1 + (int) (word() % 5);
        for (int i = 0; i < parts; i++) {
            if (glassbox_text_count > 0 && word() % 2) {
                part = glassbox_texts[word() % glassbox_text_count];
                length = (int) strlen(part) % 200;
                memcpy(buffer + n, part, length);
                n += length;
            } else if (glassbox_letter_count > 0 && word() % 2) {
                /* Letters in the order of the text. */
                int from = (int) (word() % (unsigned) glassbox_letter_count);
                length = 1 + (int) (word() % 6);
                for (; length > 0 && from < glassbox_letter_count; length--) {
                    buffer[n++] = glassbox_letters[from++];
                }
            } else if (word() % 2) {
                n += snprintf(buffer + n, 64, "%lld", glassbox_number());
            } else {
                buffer[n++] = letter();
            }
        }
    } else if (how <= 11) {
        char c = letter();
        length = glassbox_length();
        for (; n < length; n++) {
            buffer[n] = c;
        }
        if (word() % 2) {
            buffer[n++] = letter();
        }
        if (word() % 4 == 0) {
            buffer[word() % (unsigned) (n + 1)] = letter();
        }
    } else {
        length = how == 12 ? glassbox_length() : (int) (word() % 8);
        for (; n < length; n++) {
            buffer[n] = letter();
        }
    }
    buffer[n] = 0;
    int end = word() % 50 != 0 || n == 0;
    /* Now and then something stands before it. */
    int before = word() % 8 == 0 ? 1 + (int) (word() % 3) : 0;
    char *text = glassbox_memory(before + n + end);
    for (int i = 0; i < before; i++) {
        text[i] = letter();
    }
    memcpy(text + before, buffer, n + end);
    return text + before;
}

static void caught(int signal) {
    (void) signal;
    siglongjmp(back, 2);
}

static void keep(void) {
    unsigned at = all->count < KEPT ? all->count++ : all->replaced++ % KEPT;
    memcpy(all->kept[at], all->words, sizeof all->words);
    all->fresh = 0;
}

static void one(int function, long i, uint64_t seed) {
    state = seed * 1000003u + (uint64_t) function * 7919u + (uint64_t) i;
    draw();
    if (all->count > 0 && draw() % 2 == 0) {
        memcpy(all->words, all->kept[draw() % all->count], sizeof all->words);
        int changes = 1 + (int) (draw() % 4);
        for (int k = 0; k < changes; k++) {
            /* The first words decide the most. */
            int range = draw() % 2 ? 16 : WORDS;
            unsigned at = draw() % (unsigned) range;
            all->words[at] = draw() % 3 == 0 ? all->words[at] + draw() % 3 - 1 : draw();
        }
    } else {
        for (int k = 0; k < WORDS; k++) {
            all->words[k] = draw();
        }
    }
    for (int k = 0; k < touched_count; k++) {
        rounds[touched[k] / 2][touched[k] % 2] = 0;
    }
    touched_count = 0;
    position = 0;
    number_count = 0;
    steps = 0;
    called = function;
    if (sigsetjmp(back, 1) == 0) {
        glassbox_call(function);
    }
    all->steps += steps;
    if (all->fresh) {
        keep();
    }
}

int main(int argc, char **argv) {
    long inputs = argc > 1 ? atol(argv[1]) : 1000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    long long limit = argc > 3 ? atoll(argv[3]) : 20000000;
    all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) {
        return 1;
    }
    int lost = 0;
    for (int f = 0; f < glassbox_function_count; f++) {
        int deaths = 0;
        all->next = 0;
        all->count = 0;
        all->steps = 0;
        memset(all->buckets, 0, sizeof all->buckets);
        while (all->next < inputs && deaths < DEATHS && all->steps < limit) {
            fflush(stdout);
            pid_t child = fork();
            if (child < 0) {
                return 1;
            }
            if (child == 0) {
                if (freopen("/dev/null", "w", stderr) == NULL || freopen("/dev/null", "w", stdout) == NULL
                    || freopen("/dev/null", "r", stdin) == NULL) {
                    _exit(1);
                }
                signal(SIGILL, caught);
                signal(SIGSEGV, caught);
                signal(SIGFPE, caught);
                signal(SIGABRT, caught);
                long end = all->next + BATCH < inputs ? all->next + BATCH : inputs;
                alarm(20);
                while (all->next < end && all->steps < limit) {
                    long i = all->next++;
                    one(f, i, seed);
                }
                _exit(77);
            }
            int status = 0;
            waitpid(child, &status, 0);
            if (!WIFEXITED(status) || WEXITSTATUS(status) != 77) {
                deaths++;
                lost += WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
                if (all->fresh) {
                    keep();
                }
            }
        }
        printf("function %d: %ld inputs, %d ended by a sanitizer\n", f, all->next, deaths);
    }
    for (int id = 0; id < IDS; id++) {
        for (int outcome = 0; outcome < 2; outcome++) {
            if (all->met[id][outcome]) {
                printf("met %d %d\n", id, outcome);
            }
        }
    }
    printf("done, %d without an end\n", lost);
    return 0;
}
