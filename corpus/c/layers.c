/* A process that is resumed in the middle of its loop, functions in layers, and names of headers. */
#define name "a process"
#define printf(...) ((void) 0)

extern void *__VERIFIER_nondet_pointer(void);
extern void read(int port, char message);

struct frame { int size; };
int check(const struct frame *frame, const char *what);
void note(const char *text);

static int pc, token;

int process(int x)
{
    if (pc == 0)
        goto start;
    if (pc == 1)
        goto wait;
start:
    while (1) {
        token = x;
        pc = 1;
        return 1;
wait:
        if (token != x + 1)
            return 2;
        printf("%s", name);
    }
}

static int d(int x) { return x == 7; }
static int c(int x) { return d(x); }
static int b(int x) { return c(x); }
static int a(int x) { return b(x); }

int layers(int x)
{
    if (a(x))
        return 1;
    return 0;
}

int link(const struct frame *f)
{
    note("link");
    if (f == 0)
        return -1;
    if (check(f, "size") > f->size)
        return 1;
    return 0;
}

unsigned char checksum(unsigned char byte)
{
    unsigned char crc = byte;
    for (int i = 0; i < 8; i++)
        crc = (crc & 0x80) ? (unsigned char) ((crc << 1) ^ 7) : (unsigned char) (crc << 1);
    if (crc == 0x31)
        return 1;
    return 0;
}

//! generate -e process -c branch
//! generate -e layers -c branch
//! generate -e link -c branch
