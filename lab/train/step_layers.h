/*
 * The forward and backward pass of the small layers, for step.c, which includes this file.
 *
 * Positions with the same output bucket are handled in blocks of BLOCK, so a weight of the first layer is loaded only
 * once per block. The sixteen neurons of this layer are the lanes of a vector.
 */

/* Computes the sums of the first small layer for at most BLOCK positions of one bucket, from `begin` on. */
static void first_forward(const struct task *task, struct group *group, int bucket, int begin, int count) {
    const vector *weights = (const vector *)task->first + (int64_t)bucket * task->hidden;
    const vector bias = ((const vector *)task->first_bias)[bucket];
    const float *products = task->products + (int64_t)begin * task->hidden;
    const int64_t n = task->hidden;
    if (count == BLOCK) {
        vector a = bias, b = bias, c = bias, d = bias;
        for (int k = 0; k < n; k++) {
            const vector w = weights[k];
            a += products[k] * w;
            b += products[n + k] * w;
            c += products[2 * n + k] * w;
            d += products[3 * n + k] * w;
        }
        group->first[begin] = a;
        group->first[begin + 1] = b;
        group->first[begin + 2] = c;
        group->first[begin + 3] = d;
        return;
    }
    for (int i = 0; i < count; i++) {
        vector a = bias;
        for (int k = 0; k < n; k++) a += products[i * n + k] * weights[k];
        group->first[begin + i] = a;
    }
}

/*
 * Adds the gradients of the first small layer's weights. Replaces each product with its gradient, which includes the
 * penalty.
 */
static void first_backward(const struct task *task, struct group *group, int bucket, int begin, int count) {
    const int64_t n = task->hidden;
    vector *gradient = (vector *)task->first_gradient + bucket * n;
    const vector *turned = (const vector *)(task->first_turned + bucket * n * FIRST);
    float *products = task->products + begin * n;
    vector slopes[BLOCK];
    for (int i = 0; i < BLOCK; i++) slopes[i] = i < count ? group->first[begin + i] : slopes[0] * 0;
    vector *bias = (vector *)task->first_bias_gradient + bucket;
    for (int i = 0; i < count; i++) *bias += slopes[i];
    if (count == BLOCK) {
        for (int k = 0; k < n; k++) {
            gradient[k] += (products[k] * slopes[0] + products[n + k] * slopes[1])
                + (products[2 * n + k] * slopes[2] + products[3 * n + k] * slopes[3]);
        }
    } else {
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < n; k++) gradient[k] += products[i * n + k] * slopes[i];
        }
    }
    const vector penalty = turned[0] * 0 + task->penalty * task->weight / n;
    float slope[BLOCK][FIRST];
    memcpy(slope, slopes, sizeof slope);
    for (int k = 0; k < n / LANES; k++) {
        vector sums[BLOCK];
        for (int i = 0; i < BLOCK; i++) sums[i] = penalty;
        for (int o = 0; o < FIRST; o++) {
            const vector w = turned[o * (n / LANES) + k];
            for (int i = 0; i < BLOCK; i++) sums[i] += slope[i][o] * w;
        }
        for (int i = 0; i < count; i++) ((vector *)(products + i * n))[k] = sums[i];
    }
}

/* Computes a position's output from the sums of the first small layer. */
static float second_forward(const struct task *task, struct group *group, int i) {
    const int bucket = group->output_bucket[i];
    const vector *weights = (const vector *)task->second + bucket * ACTIVE * 2;
    const vector *bias = (const vector *)task->second_bias + bucket * 2;
    const vector *output = (const vector *)task->output + bucket * 2;
    const vector clipped = clamped(group->first[i]);
    const vector squared = clipped * clipped;
    vector a = bias[0], b = bias[1];
    for (int k = 0; k < FIRST; k++) {
        a += clipped[k] * weights[2 * k] + squared[k] * weights[2 * (FIRST + k)];
        b += clipped[k] * weights[2 * k + 1] + squared[k] * weights[2 * (FIRST + k) + 1];
    }
    group->second[i][0] = a;
    group->second[i][1] = b;
    const vector x = clamped(a), y = clamped(b);
    return sum_of(x * x * output[0] + y * y * output[1]);
}

/*
 * Adds the gradients of the second small layer and of the output layer. Replaces the first layer's sums with their
 * gradients.
 */
static void second_backward(const struct task *task, struct group *group, int i) {
    const vector zero = {0}, one = zero + 1;
    const int bucket = group->output_bucket[i];
    const vector *weights = (const vector *)task->second + bucket * ACTIVE * 2;
    const vector *output = (const vector *)task->output + bucket * 2;
    vector *weights_gradient = (vector *)task->second_gradient + bucket * ACTIVE * 2;
    vector *bias_gradient = (vector *)task->second_bias_gradient + bucket * 2;
    vector *output_gradient = (vector *)task->output_gradient + bucket * 2;
    const float slope = group->slope[i];
    const vector sums = group->first[i];
    const vector clipped = clamped(sums);
    const vector squared = clipped * clipped;
    vector slopes[2];
    for (int v = 0; v < 2; v++) {
        const vector z = group->second[i][v], x = clamped(z);
        output_gradient[v] += slope * x * x;
        slopes[v] = chosen(z <= one, 2 * slope * x * output[v]);
        bias_gradient[v] += slopes[v];
    }
    float back[FIRST];
    for (int k = 0; k < FIRST; k++) {
        const vector *near = weights + 2 * k, *far = weights + 2 * (FIRST + k);
        const vector through = slopes[0] * near[0] + slopes[1] * near[1];
        const vector by_square = slopes[0] * far[0] + slopes[1] * far[1];
        back[k] = sum_of(through + 2 * clipped[k] * by_square);
        for (int v = 0; v < 2; v++) {
            weights_gradient[2 * k + v] += clipped[k] * slopes[v];
            weights_gradient[2 * (FIRST + k) + v] += squared[k] * slopes[v];
        }
    }
    vector gradient;
    memcpy(&gradient, back, sizeof gradient);
    group->first[i] = chosen((sums > zero) & (sums < one), gradient);
}

/* A function that handles a block of positions. */
typedef void of_block(const struct task *task, struct group *group, int bucket, int begin, int count);

/* Calls a function for blocks of positions with the same output bucket. */
static void for_blocks(const struct task *task, struct group *group, of_block *call) {
    int begin = 0;
    for (int bucket = 0; bucket < OUTPUT_BUCKETS; bucket++) {
        const int end = group->ends[bucket];
        for (; begin < end; begin += BLOCK) call(task, group, bucket, begin, end - begin < BLOCK ? end - begin : BLOCK);
        begin = end;
    }
}
