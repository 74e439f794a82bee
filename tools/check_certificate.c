/* A second checker of Quixo's certificates, for those who would rather not trust the first. It does
   what docs/proof.md and docs/certificate-format.md say, and shares no code with the package. It
   takes a C compiler, and xz to unpack the weights:

       cc -O2 -o check_certificate tools/check_certificate.c
       tail -c +85 FILE | xz -dc --single-stream | ./check_certificate FILE [ROLE [CUBES]]

   ROLE is first, second or both, by default what the certificate says; CUBES limits the check to so
   many marked cubes. Exit code 0: no game is lost; 1: one is, and is printed; 2: file refused.

   A board is two masks, the cubes of the player to move and those of the other. The lowest bit is
   a1; on smaller boards the rows are shorter and the numbers go on without a gap:
            a   b   c   d   e
        1   0   1   2   3   4
        2   5   6   7   8   9
        3  10  11  12  13  14
        4  15  16  17  18  19
        5  20  21  22  23  24                                                                   */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define LOOK_UP(of, mask) (of[0][(mask) & 511] | of[1][(mask) >> 9 & 511] | of[2][(mask) >> 18])
#define EACH_PUSH (const Push *push = pushes; push < pushes + push_count; push++)
typedef struct { uint32_t mover, other; } Board;
typedef struct { uint32_t taken, placed, kept, moved; int up, down; } Push;
typedef struct { uint64_t *slots, room, count; } Set; /* names plus one; 0 is an empty slot */
enum { WINS, OTHERS, SKIPS, FIRST = 1, SECOND, SEEN = -1, LOST = -2, MOST = 44, NEVER = 1 << 30 };
static const uint64_t DONE = 1ull << 63, LOWEST = 0x84210842108421; /* bits of all lines */
static int size, cells, push_count, counts[512];
static uint32_t edge, images[8][3][512]; /* where nine marks go, by symmetry */
static uint64_t lines[3][512], absent;   /* where they are in the lines; what small boards lack */
static Push pushes[MOST];
static int16_t weights[26 * 4 * 4 * 1024];
static Set exceptions, sets[28]; /* positions by their marked cubes; DONE: looked at */
static uint64_t *played;         /* those without a visible win, in the order of the check */

static void stop(const char *reason) { fprintf(stderr, "%s\n", reason), exit(2); }
static void *got(void *memory) { return memory ? memory : (stop("Too little memory."), NULL); }
static int count(uint32_t m) { return counts[m & 511] + counts[m >> 9 & 511] + counts[m >> 18]; }

static uint64_t *slot_of(const Set *set, uint64_t name) {
    uint64_t at = ((name ^ name >> 25) * 0x9E3779B97F4A7C15 >> 32) * set->room >> 32;
    while (set->slots[at] && (set->slots[at] & ~DONE) != name + 1) at = (at + 1) & (set->room - 1);
    return set->slots + at;
}
static void add(Set *set, uint64_t name) {
    if (4 * set->count >= 3 * set->room) {
        Set wider = {NULL, set->room ? 2 * set->room : 64, set->count};
        wider.slots = got(calloc(wider.room, 8));
        for (uint64_t *slot = set->slots; slot < set->slots + set->room; slot++)
            if (*slot) *slot_of(&wider, (*slot & ~DONE) - 1) = *slot;
        free(set->slots), *set = wider;
    }
    uint64_t *slot = slot_of(set, name);
    if (!*slot) *slot = name + 1, set->count++;
}

static void prepare(void) {
    int last = size - 1;
    for (int i = 0; i < 512; i++) counts[i] = counts[i / 2] + i % 2;
    for (int i = 0; i < 2 * size + 2; i++) absent |= (31ull >> size << size) << 5 * i;
    for (int i = 0; i < cells; i++) {
        int x = i % size, y = i / size, ends[] = {x, i - x, i - x + last, last * size + x};
        uint64_t one = 1, places = one << (5 * y + x) | one << (5 * (size + x) + y);
        if (x == y) places |= one << (10 * size + x);
        if (x + y == last) places |= one << (10 * size + 5 + x);
        for (int marks = 0; marks < 512; marks++)
            for (int s = 0; s < 8 && marks >> i % 9 & 1; s++) {
                int to_x = s & 1 ? last - x : x, to_y = s & 2 ? last - y : y;
                images[s][i / 9][marks] |= 1u << (s & 4 ? to_x * size + to_y : to_y * size + to_x);
                lines[i / 9][marks] |= places;
            }
        if (x % last && y % last) continue;
        edge |= 1u << i;
        for (int e = 0; e < 4; e++) if (ends[e] != i) {
            int step = e % 3 ? 1 : size, up = ends[e] < i;
            Push push = {1u << i, 1u << ends[e], (1u << cells) - 1, 0, up * step, !up * step};
            for (int at = i; at != ends[e]; push.moved |= 1u << at) at += up ? -step : step;
            push.kept -= push.moved + push.taken, pushes[push_count++] = push;
        }
    }
}

static uint32_t slide(const Push *push, uint32_t mask) {
    return (mask & push->kept) | (mask & push->moved) << push->up >> push->down;
}
static Board after(const Push *push, Board board) { /* with the other player to move */
    return (Board){slide(push, board.other), slide(push, board.mover) | push->placed};
}

/* What the lines lack, and whether some line lacks nothing: subtracting borrows only there. */
static uint64_t lacking(uint32_t mask) { return 31 * LOWEST & ~(LOOK_UP(lines, mask) | absent); }
static int some_full(uint64_t lack) { return ((lack - LOWEST) & ~lack & 16 * LOWEST) != 0; }
static int has_line(uint32_t mask) { return some_full(lacking(mask)); }

static Board board_of(uint64_t name) { return (Board){name >> 25, name & 0x1FFFFFF}; }
static int marked(Board board) { return count(board.mover | board.other); }
static uint64_t name_of(Board board) {
    uint64_t least = UINT64_MAX;
    for (int s = 0; s < 8; s++) {
        uint64_t mover = LOOK_UP(images[s], board.mover), other = LOOK_UP(images[s], board.other);
        if ((mover << 25 | other) < least) least = mover << 25 | other;
    }
    return least;
}

/* Plies odd: whether the player to move wins within them. Even: whether they do not lose. */
static int succeeds(int plies, Board board) {
    static int latest[4]; /* what succeeded last often does again */
    uint64_t lack = lacking(board.mover); /* a push adds at most one cube to a line it completes */
    if (plies == 1 && !some_full(lack) && !some_full(lack & (lack - LOWEST))) return 0;
    for (int i = 0, n = latest[plies]; i < push_count; i++, n = (n + 1) % push_count) {
        Board next = after(pushes + n, board);
        if (board.other & pushes[n].taken || has_line(next.mover)) continue;
        if (has_line(next.other) || (plies > 1 && !succeeds(plies - 1, next)))
            return latest[plies] = n, 1;
    }
    return 0;
}
static int sees_win(Board board) { return succeeds(1, board) || succeeds(3, board); }

static int score_of(Board board, int cubes) {
    int lead = count(board.mover) - count(board.other), score = 0;
    int16_t *table = weights + ((4 * cubes + (lead < 0 ? 0 : lead > 2 ? 3 : lead + 1)) << 12);
    uint64_t mover = LOOK_UP(lines, board.mover), other = LOOK_UP(lines, board.other);
    for (int i = 0; i < 2 * size + 2; i++, mover >>= 5, other >>= 5) {
        int at = i % size, back = size - 1 - at, kind = i >= 2 * size ? 3 : at < back ? at : back;
        score += table[kind << 10 | (other & 31) << 5 | (mover & 31)];
    }
    return score;
}

/* The number of the push in a position without a visible win, or LOST. */
static int choice(Board board, int *skips) {
    int scores[MOST], first;
    uint64_t names[MOST];
    for (int i = 0; i < push_count; i++) {
        Board next = after(pushes + i, board);
        names[i] = name_of(next), scores[i] = score_of(next, marked(board));
        if (board.other & pushes[i].taken || has_line(next.mover)) scores[i] = NEVER;
    }
    for (;; scores[first] = NEVER) {
        for (int i = first = 0; i < push_count; i++)
            if (scores[i] < scores[first] ||
                (scores[i] == scores[first] && names[i] < names[first])) first = i;
        if (scores[first] == NEVER) return LOST;
        if (sees_win(after(pushes + first, board))) continue;
        if (!exceptions.count || !*slot_of(&exceptions, names[first])) return first;
        *skips = 1;
    }
}

/* List the positions after the policy's push and an answer; their number, SEEN or LOST. */
static int answers(Board board, uint64_t names[MOST], int *skips) {
    int length = 0, number = sees_win(board) ? SEEN : choice(board, skips);
    if (number < 0) return number;
    board = after(pushes + number, board);
    for EACH_PUSH {
        Board next = after(push, board);
        if (board.other & push->taken || has_line(next.mover)) continue;
        if (has_line(next.other)) return LOST;
        names[length++] = name_of(next);
    }
    return length;
}

static Board print_push(int i, Board board) {
    int from = count(pushes[i].taken - 1), to = count(pushes[i].placed - 1);
    printf("%c%d>%c%d ", 'a' + from % size, from / size + 1, 'a' + to % size, to / size + 1);
    return after(pushes + i, board);
}
/* Print a game that leads to a position, and return the board as it is then. */
static Board play_to(uint64_t name) {
    int skips, cubes = marked(board_of(name)), found = cubes < 2;
    uint64_t names[MOST], *before = played - 1;
    Board board = {0, 0};
    while (!found) { /* the first that leads there was looked at before it was found */
        int more = cubes - marked(board_of(*++before)), length = 0;
        if (more == 0 || more == 1 || more == 2) length = answers(board_of(*before), names, &skips);
        while (length > 0) found |= names[--length] == name;
    }
    if (cubes > 1) board = play_to(*before), board = print_push(choice(board, &skips), board);
    for (int i = 0; i < push_count && cubes; i++)
        if (!(board.other & pushes[i].taken) && name_of(after(pushes + i, board)) == name)
            return print_push(i, board);
    return board;
}

static uint64_t number_at(const uint8_t *bytes, int length) {
    return length ? *bytes | number_at(bytes + 1, length - 1) << 8 : 0;
}
static uint32_t crc32(const uint8_t *bytes, uint64_t length) {
    uint32_t rest = UINT32_MAX;
    for (uint64_t i = 0; i < 8 * length; i++)
        rest = rest >> 1 ^ ((rest ^ bytes[i / 8] >> i % 8) & 1 ? 0xEDB88320 : 0);
    return ~rest;
}
static uint64_t ways(int squares, int chosen) {
    uint64_t number = squares >= chosen;
    for (int i = 0; i < chosen; i++) number = number * (squares - i) / (i + 1);
    return number;
}
static int next_bit(const uint8_t *bytes, uint64_t length, uint64_t *at) {
    uint64_t bit = (*at)++;
    if (bit / 8 >= length) stop("It is damaged: a gap is cut off.");
    return bytes[bit / 8] >> bit % 8 & 1;
}
static void read_exceptions(const uint8_t *group, const uint8_t *gaps, uint64_t length) {
    uint32_t *least = got(malloc(sizeof *least << cells)), *least_end = least;
    for (uint32_t mask = 0; mask >> cells == 0; mask++)
        if (name_of((Board){mask, 0}) >> 25 == mask) *least_end++ = mask;
    for (uint64_t at = 0; group < gaps; group += 9) {
        int zones[] = {cells - count(edge) - group[1], count(edge) - group[0]}, plain = group[4];
        uint64_t inside = ways(zones[0], group[3]), all = inside * ways(zones[1], group[2]);
        uint64_t remaining = number_at(group + 5, 4), number = 0, row = 0;
        if (!all || !remaining || plain > 49) stop("It is damaged: not a group.");
        for (uint32_t *mover = least - 1; remaining--;) {
            while (next_bit(gaps, length, &at)) number += 1ull << plain;
            for (int i = 0; i < plain; i++) number += (uint64_t)next_bit(gaps, length, &at) << i;
            for (; row <= number / all; row++)
                do if (++mover >= least_end) stop("It is damaged: not a board.");
                while (count(*mover & edge) != group[0] || count(*mover & ~edge) != group[1]);
            uint64_t ranks[] = {number % all % inside, number % all / inside}, other = 0;
            int free[] = {zones[0], zones[1]}, neutral[] = {group[3], group[2]};
            for (int i = cells; i-- > 0;) if (!(*mover >> i & 1)) {
                int zone = edge >> i & 1;
                uint64_t lower = ways(--free[zone], neutral[zone]);
                if (neutral[zone] && lower <= ranks[zone]) ranks[zone] -= lower, neutral[zone]--;
                else other |= 1u << i;
            }
            add(&exceptions, (uint64_t)*mover << 25 | other);
        }
    }
}

static const uint8_t *read_certificate(const char *path) {
    static uint8_t file[1 << 24], raw[sizeof weights + 1];
    static const char start[28] = "\x89QXC\r\n\x1a\n\1\0\0\0quixo";
    FILE *stream = fopen(path, "rb");
    uint64_t length = stream ? fread(file, 1, sizeof file, stream) : 0;
    uint64_t groups = 84 + number_at(file + 36, 4), gaps = groups + number_at(file + 40, 4);
    if (memcmp(file, start, sizeof start) || file[28] - 2u > 3 || file[29] - 1u > 2)
        stop("This is not a certificate of a known version.");
    if (length != gaps + number_at(file + 44, 4) || number_at(file + 80, 4) != crc32(file, 80) ||
        number_at(file + 48, 4) != crc32(file + 84, length - 84)) stop("It is damaged.");
    size = file[28], cells = size * size;
    uint32_t patterns = (cells + 1) * 4 * 4 * 1024;
    if (fread(raw, 1, sizeof raw, stdin) != 2 * patterns) stop("These are not the weights.");
    for (uint32_t i = 0; i < patterns; i++) { /* mirror images share the weight of the lower one */
        uint32_t mirrored = i & ~1023u;
        for (int bit = 0; bit < size; bit++) mirrored |= (i >> bit & 33) << (size - 1 - bit);
        weights[i] = (int16_t)number_at(raw + 2 * (mirrored < i ? mirrored : i), 2);
    }
    prepare();
    read_exceptions(file + groups, file + gaps, length - gaps);
    if (exceptions.count != number_at(file + 32, 4)) stop("It is damaged: exceptions.");
    return file;
}

static void print_counts(const char *label, int cubes, const uint64_t counts[3]) {
    printf(label, cubes), printf("%12llu", (unsigned long long)(counts[WINS] + counts[OTHERS]));
    for (int i = 0; i < 3; i++) printf(" %12llu", (unsigned long long)counts[i]);
    printf("\n"), fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc < 2) stop("Usage: check_certificate FILE [first|second|both [CUBES]] < WEIGHTS");
    const uint8_t *file = read_certificate(argv[1]);
    int letter = argc > 2 ? *argv[2] : 0, most = argc > 3 ? atoi(argv[3]) : cells;
    int roles = letter == 'f' ? FIRST : letter == 's' ? SECOND : letter == 'b' ? 3 : file[29];
    uint64_t all[3] = {0}, stated[3], names[MOST], count = 0, room = 0;
    for (int i = 0; i < 3; i++) stated[i] = number_at(file + 52 + 8 * i, 8);
    if (roles & FIRST) add(sets, 0);
    if (roles & SECOND) for EACH_PUSH add(sets + 1, name_of(after(push, (Board){0, 0})));
    printf("cubes     positions visible wins       others     skipping\n");
    for (int cubes = 0; cubes <= cells && cubes <= most; cubes++) {
        Set *set = sets + cubes;
        uint64_t here[3] = {0};
        while (here[WINS] + here[OTHERS] < set->count) /* it grows if only own cubes are taken */
            for (uint64_t i = 0; i < set->room; i++) {
                uint64_t name = (set->slots[i] & ~DONE) - 1;
                if (!set->slots[i] || set->slots[i] & DONE) continue;
                set->slots[i] |= DONE;
                int skips = 0, length = answers(board_of(name), names, &skips);
                here[length == SEEN ? WINS : OTHERS]++, here[SKIPS] += skips;
                if (length == LOST) return play_to(name), printf("... and every push loses.\n"), 1;
                if (length == SEEN) continue;
                if (count == room) played = got(realloc(played, (room += room / 2 + 64) * 8));
                played[count++] = name;
                for (int k = 0; k < length; k++) add(sets + marked(board_of(names[k])), names[k]);
            }
        for (int i = 0; i < 3; i++) all[i] += here[i];
        print_counts("%5d  ", cubes, here), free(set->slots);
    }
    print_counts("all    ", 0, all);
    if (roles == file[29] && most >= cells) print_counts("stated ", 0, stated);
    printf("No game is lost%s.\n", most < cells ? ", as far as was checked" : "");
    return 0;
}
