/*
 * Computes the loss of a batch of records, and its gradients, on the CPU, many times as fast as PyTorch. This file is
 * optional: native.py compiles it if the system has a C compiler.
 *
 * model.py describes the networks, and lab/games/records.ts the records. The code is fast for these reasons:
 *
 * - The neurons are divided into slices of SLICE neurons. All rows of the feature table for one slice fit into the
 *   second-level cache.
 * - In the forward pass the rows are int16, as in the engine, which is half the size of float.
 * - Positions are processed in groups of GROUP. A group goes through all slices in the forward pass, then through all
 *   slices in the backward pass, so the hidden layer of the group stays in a cache.
 * - In a group, the views are sorted by king bucket and the positions by output bucket, so that only one part of each
 *   table is in use at a time.
 *
 * Each thread calls learn() for its part of the batch. The compiler's command line defines SLICE and GROUP.
 */

#include <math.h>
#include <stdint.h>
#include <string.h>

#ifndef SLICE
#define SLICE 64
#endif
#ifndef GROUP
#define GROUP 256
#endif

enum {
    RECORD_BYTES = 32,
    FEATURES = 768,
    OUTPUT_BUCKETS = 8,
    MAX_PIECES = 32,
    MAX_KING_BUCKETS = 16,
    LANES = 16,
    VECTORS = SLICE / LANES,
    VIEWS = 2 * GROUP,
    PAIRS = SLICE / 2,           /* products in a slice */
    FIRST = 16,                  /* neurons of the first small layer */
    ACTIVE = 2 * FIRST,          /* inputs of the second small layer: each clipped neuron, and its square */
    SECOND = 32,                 /* neurons of the second small layer */
    MAX_USED = MAX_KING_BUCKETS * FEATURES,
    BLOCK = 4,                   /* positions that share one load of the weights */
};

/* Sixteen numbers; the compiler splits them if the processor's registers are smaller. */
typedef float vector __attribute__((vector_size(4 * LANES), aligned(4 * LANES)));
typedef int32_t mask __attribute__((vector_size(4 * LANES)));
typedef int16_t halves __attribute__((vector_size(2 * LANES), aligned(2 * LANES)));
typedef int16_t wide __attribute__((vector_size(2 * SLICE > 64 ? 64 : 2 * SLICE), aligned(2 * SLICE > 64 ? 64 : 2 * SLICE)));
enum { WIDES = 2 * SLICE / sizeof(wide) };

struct group;

/* A thread's data; native.py declares the same structure. Tables begin at multiples of 64 bytes. */
struct task {
    const uint8_t *records;      /* uint8 [count][32] */
    int64_t count;
    int32_t hidden;              /* N, a multiple of SLICE */
    int32_t mirror;              /* whether a side with its king on files e to h sees left and right swapped */
    int32_t king_buckets;        /* 1 to 16 */
    int32_t is_training;         /* whether to compute gradients, too */
    int32_t has_layers;          /* whether there are pairwise products and two small layers instead of squares */
    int32_t is_rounded;          /* whether products are rounded down, as in the engine */
    float unit;                  /* the number of steps in a hidden-layer weight of 1 */
    float wdl;                   /* weight of the game's result in the target */
    float scale;                 /* centipawns per unit of the output */
    float huber;                 /* the error beyond which the loss grows linearly (Huber loss) */
    float weight;                /* the weight of a position's loss in the gradients */
    float penalty;               /* the weight of a position's mean product, which is added to the loss */
    const uint8_t *bucket_of;    /* king bucket for each king square, as its owner sees it, uint8 [64] */
    const int16_t *features;     /* feature weights [N / SLICE][king bucket][768][SLICE] in steps */
    const int16_t *bias;         /* bias of the hidden layer, [N], in steps */
    const float *output;         /* output weights [8][2 N], with layers [8][SECOND] */
    const float *output_bias;    /* [8] */
    const float *first;          /* weights of the first small layer [8][N][FIRST] */
    const float *first_turned;   /* the same, transposed to [8][FIRST][N] */
    const float *first_bias;     /* [8][FIRST] */
    const float *second;         /* weights of the second small layer [8][ACTIVE][SECOND] */
    const float *second_bias;    /* [8][SECOND] */
    float *features_gradient;    /* gradients are added to the existing values */
    float *bias_gradient;
    float *output_gradient;
    float *output_bias_gradient;
    float *first_gradient;
    float *first_bias_gradient;
    float *second_gradient;
    float *second_bias_gradient;
    int16_t *hidden_layer;       /* working memory, VIEWS * N: sums [N / SLICE][view][SLICE] */
    float *products;             /* working memory, GROUP * N: pairwise products, then their gradients, [position][N] */
    float *outputs;              /* the network's output for each record, or a null pointer */
    struct group *group;         /* working memory of group_bytes() */
    double loss;                 /* result: the sum of the losses */
};

/* A side's view of a position. */
struct view {
    uint16_t rows[MAX_PIECES];   /* rows of the feature table: king bucket * 768 + feature */
    int32_t pieces;
    int32_t position;            /* index of the position in the group */
    int32_t side;                /* 0 the side to move, 1 the other side */
};

/* A decoded group of positions. Its views and positions are in the order of computation. */
struct group {
    int count;
    int ends[OUTPUT_BUCKETS];    /* where the positions of each output bucket end */
    struct view views[VIEWS];
    uint8_t output_bucket[GROUP];
    uint16_t record[GROUP];      /* index, in the group, of each position's record */
    float score[GROUP];
    float result[GROUP];
    float slope[GROUP];          /* derivative of the loss with respect to the output */
    float outputs[GROUP];
    vector first[GROUP];         /* sums of the first small layer, then their gradients */
    vector second[GROUP][2];     /* sums of the second small layer */
    int used;                    /* the number of rows of the feature table that are in use */
    uint16_t used_rows[MAX_USED];
    uint32_t used_ends[MAX_USED]; /* where each used row's views end in `users` */
    uint16_t users[VIEWS * MAX_PIECES];
    uint32_t row_ends[MAX_USED]; /* working memory for list_users() */
    vector gradients[VIEWS][VECTORS]; /* gradients of the sums of a slice */
};

/* Lists the views that use each row of the feature table. A row's gradient is the sum over its views. */
static void list_users(const struct task *task, struct group *group) {
    uint32_t *ends = group->row_ends;
    const int rows = task->king_buckets * FEATURES;
    memset(ends, 0, (size_t)rows * sizeof ends[0]);
    for (int i = 0; i < 2 * group->count; i++) {
        const struct view *view = &group->views[i];
        for (int piece = 0; piece < view->pieces; piece++) ends[view->rows[piece]]++;
    }
    group->used = 0;
    uint32_t end = 0;
    for (int row = 0; row < rows; row++) {
        if (ends[row] == 0) continue;
        const uint32_t count = ends[row];
        ends[row] = end;
        end += count;
        group->used_rows[group->used] = row;
        group->used_ends[group->used++] = end;
    }
    for (int i = 0; i < 2 * group->count; i++) {
        const struct view *view = &group->views[i];
        for (int piece = 0; piece < view->pieces; piece++) group->users[ends[view->rows[piece]]++] = i;
    }
}

static void decode_position(const uint8_t *record, const struct task *task, struct view *own, struct view *other) {
    uint64_t occupied;
    memcpy(&occupied, record, 8);
    const int own_king = record[27], other_king = record[28];
    const int own_flip = task->mirror && (own_king & 4) ? 7 : 0;
    const int other_flip = 56 ^ (task->mirror && (other_king & 4) ? 7 : 0);
    const int own_start = task->bucket_of[own_king] * FEATURES;
    const int other_start = task->bucket_of[other_king] * FEATURES;
    int pieces = 0;
    for (; occupied != 0; occupied &= occupied - 1, pieces++) {
        const int square = __builtin_ctzll(occupied);
        const int code = record[8 + (pieces >> 1)] >> 4 * (pieces & 1) & 15;
        const int kind = (code & 7) * 64;
        const int is_other = code >> 3;
        own->rows[pieces] = own_start + is_other * 384 + kind + (square ^ own_flip);
        other->rows[pieces] = other_start + (1 - is_other) * 384 + kind + (square ^ other_flip);
    }
    own->pieces = other->pieces = pieces;
    own->side = 0;
    other->side = 1;
}

static int output_bucket_of(const uint8_t *record) {
    uint64_t occupied;
    memcpy(&occupied, record, 8);
    const int bucket = (__builtin_popcountll(occupied) - 2) >> 2;
    return bucket < OUTPUT_BUCKETS ? bucket : OUTPUT_BUCKETS - 1;
}

static void decode_group(const uint8_t *records, int count, const struct task *task, struct group *group) {
    int begins[MAX_KING_BUCKETS + 1] = {0};
    int places[OUTPUT_BUCKETS + 1] = {0};
    group->count = count;
    for (int i = 0; i < count; i++) {
        const uint8_t *record = records + i * RECORD_BYTES;
        begins[task->bucket_of[record[27]] + 1]++;
        begins[task->bucket_of[record[28]] + 1]++;
        places[output_bucket_of(record) + 1]++;
    }
    for (int bucket = 1; bucket <= MAX_KING_BUCKETS; bucket++) begins[bucket] += begins[bucket - 1];
    for (int bucket = 1; bucket <= OUTPUT_BUCKETS; bucket++) {
        places[bucket] += places[bucket - 1];
        group->ends[bucket - 1] = places[bucket];
    }
    for (int i = 0; i < count; i++) {
        const uint8_t *record = records + i * RECORD_BYTES;
        struct view *own = &group->views[begins[task->bucket_of[record[27]]]++];
        struct view *other = &group->views[begins[task->bucket_of[record[28]]]++];
        decode_position(record, task, own, other);
        const int bucket = output_bucket_of(record);
        const int place = places[bucket]++;
        own->position = other->position = place;
        group->output_bucket[place] = bucket;
        group->record[place] = i;
        group->score[place] = (int16_t)(record[24] | record[25] << 8);
        group->result[place] = record[26] / 2.0f;
    }
}

static inline vector chosen(mask condition, vector x) { return (vector)((mask)x & condition); }

static inline vector clamped(vector x) {
    const vector zero = {0}, one = zero + 1;
    const vector positive = chosen(x > zero, x);
    const mask is_large = positive > one;
    return (vector)(((mask)one & is_large) | ((mask)positive & ~is_large));
}

/* Loads a slice's sums, scaled so that neurons are clipped at 1. */
static inline vector real(const int16_t *sums, float unit) {
    return __builtin_convertvector(*(const halves *)sums, vector) * (1 / unit);
}

static inline float sum_of(vector x) {
    float sums[8];
    for (int i = 0; i < 8; i++) sums[i] = x[i] + x[i + 8];
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

/* The product of two clipped neurons. The engine rounds it down to a whole number; 255 * 255 / 512 stands for 1. */
static inline vector product(vector a, vector b, int is_rounded) {
    const vector exact = clamped(a) * clamped(b);
    if (!is_rounded) return exact;
    const float steps = 255.0f * 255.0f / 512.0f;
    /* Without the tiny number, rounding errors could make a whole number one too small. */
    return __builtin_convertvector(__builtin_convertvector(exact * steps + 1e-4f, mask), vector) * (1 / steps);
}

/* Computes a slice of the hidden layer for all views, then its products or its part of the outputs. */
static void forward(const struct task *task, struct group *group, int slice) {
    const int rows = task->king_buckets * FEATURES;
    const wide *table = (const wide *)(task->features + (int64_t)slice * rows * SLICE);
    const wide *bias = (const wide *)(task->bias + slice * SLICE);
    int16_t *hidden = task->hidden_layer + (int64_t)slice * VIEWS * SLICE;
    const float unit = task->unit;
    for (int i = 0; i < 2 * group->count; i++, hidden += SLICE) {
        const struct view *view = &group->views[i];
        wide sums[WIDES];
        for (int v = 0; v < WIDES; v++) sums[v] = bias[v];
        for (int piece = 0; piece < view->pieces; piece++) {
            const wide *row = table + view->rows[piece] * WIDES;
            for (int v = 0; v < WIDES; v++) sums[v] += row[v];
        }
        for (int v = 0; v < WIDES; v++) ((wide *)hidden)[v] = sums[v];
        if (task->has_layers) {
            float *products = task->products + (int64_t)view->position * task->hidden;
            vector *to = (vector *)(products + view->side * task->hidden / 2 + slice * PAIRS);
            for (int v = 0; v < VECTORS / 2; v++) {
                const vector a = real(hidden + v * LANES, unit), b = real(hidden + PAIRS + v * LANES, unit);
                to[v] = product(a, b, task->is_rounded);
            }
        } else {
            const int64_t at = (group->output_bucket[view->position] * 2 + view->side) * (int64_t)task->hidden;
            const vector *weights = (const vector *)(task->output + at + slice * SLICE);
            vector output = {0};
            for (int v = 0; v < VECTORS; v++) {
                const vector x = clamped(real(hidden + v * LANES, unit));
                output += x * x * weights[v];
            }
            group->outputs[view->position] += sum_of(output);
        }
    }
}

/* Adds the gradients of a slice. */
static void backward(const struct task *task, struct group *group, int slice) {
    const int rows = task->king_buckets * FEATURES;
    const vector zero = {0}, one = zero + 1;
    vector *table = (vector *)task->features_gradient + (int64_t)slice * rows * VECTORS;
    vector *bias = (vector *)(task->bias_gradient + slice * SLICE);
    const int16_t *hidden = task->hidden_layer + (int64_t)slice * VIEWS * SLICE;
    const float unit = task->unit;
    vector bias_sum[VECTORS];
    for (int v = 0; v < VECTORS; v++) bias_sum[v] = zero;
    for (int i = 0; i < 2 * group->count; i++, hidden += SLICE) {
        const struct view *view = &group->views[i];
        vector gradient[VECTORS];
        if (task->has_layers) {
            const float *products = task->products + (int64_t)view->position * task->hidden;
            const vector *slope = (const vector *)(products + view->side * task->hidden / 2 + slice * PAIRS);
            for (int v = 0; v < VECTORS / 2; v++) {
                const vector a = real(hidden + v * LANES, unit), b = real(hidden + PAIRS + v * LANES, unit);
                gradient[v] = chosen((a >= zero) & (a <= one), slope[v] * clamped(b));
                gradient[v + VECTORS / 2] = chosen((b >= zero) & (b <= one), slope[v] * clamped(a));
            }
        } else {
            const int64_t at = (group->output_bucket[view->position] * 2 + view->side) * (int64_t)task->hidden;
            const vector *weights = (const vector *)(task->output + at + slice * SLICE);
            vector *weights_gradient = (vector *)(task->output_gradient + at + slice * SLICE);
            const float slope = group->slope[view->position];
            for (int v = 0; v < VECTORS; v++) {
                const vector sums = real(hidden + v * LANES, unit);
                const vector x = clamped(sums);
                weights_gradient[v] += slope * x * x;
                /* The derivative of a clamped square is 2x, and 0 above 1; below 0, x is 0 already. */
                gradient[v] = chosen(sums <= one, 2 * slope * x * weights[v]);
            }
        }
        for (int v = 0; v < VECTORS; v++) {
            bias_sum[v] += gradient[v];
            group->gradients[i][v] = gradient[v];
        }
    }
    uint32_t at = 0;
    for (int i = 0; i < group->used; i++) {
        vector *row = table + group->used_rows[i] * VECTORS;
        vector sums[VECTORS];
        for (int v = 0; v < VECTORS; v++) sums[v] = row[v];
        for (; at < group->used_ends[i]; at++) {
            const vector *gradient = group->gradients[group->users[at]];
            for (int v = 0; v < VECTORS; v++) sums[v] += gradient[v];
        }
        for (int v = 0; v < VECTORS; v++) row[v] = sums[v];
    }
    for (int v = 0; v < VECTORS; v++) bias[v] += bias_sum[v];
}

#include "step_layers.h"

static float sigmoid(float x) { return 1 / (1 + expf(-x)); }

/* Computes a group's losses from its outputs, and the derivatives of the losses. */
static void judge(struct task *task, struct group *group) {
    for (int i = 0; i < group->count; i++) {
        const int bucket = group->output_bucket[i];
        const float target = task->wdl * group->result[i] + (1 - task->wdl) * sigmoid(group->score[i] / task->scale);
        const float expected = sigmoid(group->outputs[i] + task->output_bias[bucket]);
        const float error = expected - target;
        const float bounded = fmaxf(-task->huber, fminf(task->huber, error));
        task->loss += (double)bounded * (2 * error - bounded);
        group->slope[i] = task->weight * 2 * bounded * expected * (1 - expected);
        if (task->is_training) task->output_bias_gradient[bucket] += group->slope[i];
    }
}

/* Adds the gradients and losses of the group of positions that begins at this record. */
static void learn_group(struct task *task, struct group *group, int64_t begin) {
    const int slices = task->hidden / SLICE;
    const int64_t left = task->count - begin;
    decode_group(task->records + begin * RECORD_BYTES, left < GROUP ? (int)left : GROUP, task, group);
    memset(group->outputs, 0, sizeof group->outputs);
    for (int slice = 0; slice < slices; slice++) forward(task, group, slice);
    if (task->has_layers) {
        for_blocks(task, group, first_forward);
        for (int i = 0; i < group->count; i++) group->outputs[i] = second_forward(task, group, i);
    }
    judge(task, group);
    if (task->outputs != 0) {
        float *outputs = task->outputs + begin;
        for (int i = 0; i < group->count; i++) {
            outputs[group->record[i]] = group->outputs[i] + task->output_bias[group->output_bucket[i]];
        }
    }
    if (!task->is_training) return;
    if (task->has_layers) {
        for (int i = 0; i < group->count; i++) second_backward(task, group, i);
        for_blocks(task, group, first_backward);
    }
    list_users(task, group);
    for (int slice = 0; slice < slices; slice++) backward(task, group, slice);
}

/* Adds the gradients of a task's records to the existing gradients, and writes the sum of the losses into the task. */
void learn(struct task *task) {
    task->loss = 0;
    for (int64_t begin = 0; begin < task->count; begin += GROUP) learn_group(task, task->group, begin);
}

/* The size in bytes of the working memory for a task's group. */
int64_t group_bytes(void) { return sizeof(struct group); }

/* Adds the shared weights to each bucket's own, and rounds the sums to whole steps. `to` is [slices][buckets][rows]. */
void round_table(const float *own, const float *shared, int16_t *to, int64_t slices, int64_t buckets, float unit) {
    const int64_t size = (int64_t)FEATURES * SLICE;
    for (int64_t part = 0; part < slices * buckets; part++) {
        const float *common = shared == 0 ? 0 : shared + part / buckets * size;
        for (int64_t i = 0; i < size; i++) {
            const float weight = own[part * size + i] + (common == 0 ? 0 : common[i]);
            to[part * size + i] = (int16_t)lrintf(weight * unit);
        }
    }
}
