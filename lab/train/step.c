/*
 * The loss of a batch of records and its gradients, computed on a processor several times as fast as PyTorch does it.
 * It is optional: native.py compiles it with the system's C compiler if there is one.
 *
 * The network is that of model.py, the record that of lab/games/records.ts. Three ideas make it fast:
 *
 * - Nearly all of the time goes into rows of the feature table: for each side of a position some twenty are added up,
 *   and the gradient is added to the same twenty. So the neurons are cut into slices of SLICE. The rows of one slice
 *   are neighbours in memory and fit the second-level cache together, which the rows of all neurons do not.
 * - Positions are taken in groups of GROUP. A group goes through all slices forwards, then through all slices backwards.
 *   So nothing is computed twice, and the hidden layer of the group stays in a cache.
 * - With king buckets, the views of a group are sorted by bucket, so that one part of the table is in use at a time.
 *
 * Each thread calls learn() for its part of the batch, with its own gradients, so no thread waits for another.
 *
 * SLICE and GROUP are given on the compiler's command line. SLICE is 64, or 32 for hidden sizes that are not a multiple of
 * 64.
 */

#include <math.h>
#include <stdint.h>
#include <string.h>

#ifndef SLICE
#define SLICE 64
#endif
#ifndef GROUP
#define GROUP 1024
#endif

enum {
    RECORD_BYTES = 32,
    FEATURES = 768,
    OUTPUT_BUCKETS = 8,
    MAX_PIECES = 32,
    MAX_KING_BUCKETS = 16,
    LANES = 8,
    VECTORS = SLICE / LANES,
    VIEWS = 2 * GROUP,
};

/* Eight numbers; a compiler splits them if the processor's registers are smaller. */
typedef float vector __attribute__((vector_size(4 * LANES), aligned(4 * LANES)));
typedef int32_t mask __attribute__((vector_size(4 * LANES)));

/* What a thread works with; native.py has the same structure. Tables are float32 and begin at multiples of 64 bytes. */
struct task {
    const uint8_t *records;      /* uint8 [count][32] */
    int64_t count;
    int32_t hidden;              /* N, a multiple of SLICE */
    int32_t mirror;              /* whether a side with its king on e to h sees left and right exchanged */
    int32_t king_buckets;        /* 1 to 16 */
    int32_t is_training;         /* whether gradients are wanted, too */
    float wdl;                   /* weight of the game's result in the target */
    float scale;                 /* centipawns of one unit of the output */
    float huber;                 /* the error from which on the loss grows in proportion to it (Huber loss) */
    float weight;                /* what a position's loss counts in the gradients */
    const uint8_t *bucket_of;    /* king bucket by the king's square as its owner sees it, uint8 [64] */
    const float *features;       /* feature weights [N / SLICE][king bucket][768][SLICE] */
    const float *bias;           /* of the hidden layer, [N] */
    const float *output;         /* output weights [8][2 N] */
    const float *output_bias;    /* [8] */
    float *features_gradient;    /* gradients are added to what is there */
    float *bias_gradient;
    float *output_gradient;
    float *output_bias_gradient;
    float *hidden_layer;         /* work space of VIEWS * N */
    double loss;                 /* out: the sum of the losses */
};

/* A side's view of a position. */
struct view {
    uint16_t rows[MAX_PIECES];   /* rows of the feature table: king bucket * 768 + feature */
    int32_t pieces;
    int32_t position;            /* which of the group */
    int32_t side;                /* 0 the side to move, 1 the other one */
};

/* A group of positions, decoded. Views are in the order in which they are computed. */
struct group {
    int count;
    struct view views[VIEWS];
    uint8_t output_bucket[GROUP];
    float score[GROUP];
    float result[GROUP];
    float slope[GROUP];          /* derivative of the loss by the output */
};

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

static void decode_group(const uint8_t *records, int count, const struct task *task, struct group *group) {
    int begins[MAX_KING_BUCKETS + 1] = {0};
    group->count = count;
    for (int i = 0; i < count; i++) {
        const uint8_t *record = records + i * RECORD_BYTES;
        begins[task->bucket_of[record[27]] + 1]++;
        begins[task->bucket_of[record[28]] + 1]++;
    }
    for (int bucket = 1; bucket <= MAX_KING_BUCKETS; bucket++) begins[bucket] += begins[bucket - 1];
    for (int i = 0; i < count; i++) {
        const uint8_t *record = records + i * RECORD_BYTES;
        struct view *own = &group->views[begins[task->bucket_of[record[27]]]++];
        struct view *other = &group->views[begins[task->bucket_of[record[28]]]++];
        decode_position(record, task, own, other);
        own->position = other->position = i;
        const int bucket = (own->pieces - 2) >> 2;
        group->output_bucket[i] = bucket < OUTPUT_BUCKETS ? bucket : OUTPUT_BUCKETS - 1;
        group->score[i] = (int16_t)(record[24] | record[25] << 8);
        group->result[i] = record[26] / 2.0f;
    }
}

static inline vector clamped(vector x) {
    const vector zero = {0}, one = zero + 1;
    const vector positive = (vector)((mask)x & (x > zero));
    const mask is_large = positive > one;
    return (vector)(((mask)one & is_large) | ((mask)positive & ~is_large));
}

static inline float sum_of(vector x) {
    return ((x[0] + x[4]) + (x[1] + x[5])) + ((x[2] + x[6]) + (x[3] + x[7]));
}

/* Computes a slice of the hidden layer of all views, and adds what it contributes to the outputs. */
static void forward(const struct task *task, const struct group *group, int slice, float *outputs) {
    const int rows = task->king_buckets * FEATURES;
    const vector *table = (const vector *)task->features + (int64_t)slice * rows * VECTORS;
    const vector *bias = (const vector *)(task->bias + slice * SLICE);
    vector *hidden = (vector *)task->hidden_layer + (int64_t)slice * VIEWS * VECTORS;
    for (int i = 0; i < 2 * group->count; i++, hidden += VECTORS) {
        const struct view *view = &group->views[i];
        vector sums[VECTORS];
        for (int v = 0; v < VECTORS; v++) sums[v] = bias[v];
        for (int piece = 0; piece < view->pieces; piece++) {
            const vector *row = table + view->rows[piece] * VECTORS;
            for (int v = 0; v < VECTORS; v++) sums[v] += row[v];
        }
        const int64_t at = (group->output_bucket[view->position] * 2 + view->side) * (int64_t)task->hidden;
        const vector *weights = (const vector *)(task->output + at + slice * SLICE);
        vector output = {0};
        for (int v = 0; v < VECTORS; v++) {
            hidden[v] = sums[v];
            const vector x = clamped(sums[v]);
            output += x * x * weights[v];
        }
        outputs[view->position] += sum_of(output);
    }
}

/* Adds the gradients of a slice. */
static void backward(const struct task *task, const struct group *group, int slice) {
    const int rows = task->king_buckets * FEATURES;
    const vector zero = {0}, one = zero + 1;
    vector *table = (vector *)task->features_gradient + (int64_t)slice * rows * VECTORS;
    vector *bias = (vector *)(task->bias_gradient + slice * SLICE);
    const vector *hidden = (const vector *)task->hidden_layer + (int64_t)slice * VIEWS * VECTORS;
    for (int i = 0; i < 2 * group->count; i++, hidden += VECTORS) {
        const struct view *view = &group->views[i];
        const int64_t at = (group->output_bucket[view->position] * 2 + view->side) * (int64_t)task->hidden;
        const vector *weights = (const vector *)(task->output + at + slice * SLICE);
        vector *weights_gradient = (vector *)(task->output_gradient + at + slice * SLICE);
        const float slope = group->slope[view->position];
        vector gradient[VECTORS];
        for (int v = 0; v < VECTORS; v++) {
            const vector x = clamped(hidden[v]);
            weights_gradient[v] += slope * x * x;
            /* The derivative of a clamped square is 2x, and 0 above 1; below 0, x is 0 already. */
            const vector derivative = 2 * slope * x * weights[v];
            gradient[v] = (vector)((mask)derivative & (hidden[v] <= one));
            bias[v] += gradient[v];
        }
        for (int piece = 0; piece < view->pieces; piece++) {
            vector *row = table + view->rows[piece] * VECTORS;
            for (int v = 0; v < VECTORS; v++) row[v] += gradient[v];
        }
    }
}

static float sigmoid(float x) { return 1 / (1 + expf(-x)); }

/* Losses of a group from its outputs, and their derivatives. */
static void judge(struct task *task, struct group *group, const float *outputs) {
    for (int i = 0; i < group->count; i++) {
        const int bucket = group->output_bucket[i];
        const float target = task->wdl * group->result[i] + (1 - task->wdl) * sigmoid(group->score[i] / task->scale);
        const float expected = sigmoid(outputs[i] + task->output_bias[bucket]);
        const float error = expected - target;
        const float bounded = fmaxf(-task->huber, fminf(task->huber, error));
        task->loss += (double)bounded * (2 * error - bounded);
        group->slope[i] = task->weight * 2 * bounded * expected * (1 - expected);
        if (task->is_training) task->output_bias_gradient[bucket] += group->slope[i];
    }
}

/* Adds the gradients of a task's records to those that are there, and leaves the sum of their losses in it. */
void learn(struct task *task) {
    static _Thread_local struct group group;
    const int slices = task->hidden / SLICE;
    task->loss = 0;
    for (int64_t begin = 0; begin < task->count; begin += GROUP) {
        const int64_t left = task->count - begin;
        decode_group(task->records + begin * RECORD_BYTES, left < GROUP ? (int)left : GROUP, task, &group);
        float outputs[GROUP] = {0};
        for (int slice = 0; slice < slices; slice++) forward(task, &group, slice, outputs);
        judge(task, &group, outputs);
        if (!task->is_training) continue;
        for (int slice = 0; slice < slices; slice++) backward(task, &group, slice);
    }
}
