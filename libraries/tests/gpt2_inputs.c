/* Writes random weights of GPT-2 and tokens for the programs of llm.c (docs/guides/host-libraries.md): gpt2_124M.bin,
   train.bin with as many tokens as the steps need, and val.bin.
   Usage: gpt2_inputs LAYERS HEADS CHANNELS VOCABULARY BATCH TOKENS STEPS */
#define TESTING
#include "train_gpt2.c"

static uint64_t state = 42;

/* The generator of llm.c, which its tests leave out. */
static uint32_t word(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (state * 0x2545F4914F6CDD1Dull) >> 32;
}

static float uniform(void)
{
    return (word() >> 8) / 16777216.0f;
}

static float normal(void)
{
    float length = sqrtf(-2.0f * logf(1.0f - uniform()));
    return length * cosf(6.2831853f * uniform());
}

static FILE *begin(const char *name, const int *header, int count)
{
    int whole[256] = {0};
    FILE *file = fopenCheck(name, "wb");
    memcpy(whole, header, count * sizeof(int));
    fwrite(whole, sizeof(int), 256, file);
    return file;
}

/* A pattern of few tokens with noise, which can be learned. */
static void write_tokens(const char *name, int count, int vocabulary)
{
    int header[] = {20240520, 1, count};
    FILE *file = begin(name, header, 3);
    for (int n = 0; n < count; n++) {
        uint16_t token = (uniform() < 0.8f ? n * 7 % 101 : word() % vocabulary) % vocabulary;
        fwrite(&token, sizeof(token), 1, file);
    }
    fclose(file);
}

static void write_weights(GPT2Config config)
{
    int header[] = {20240326,          3,                config.max_seq_len, config.vocab_size,
                    config.num_layers, config.num_heads, config.channels,    config.padded_vocab_size};
    size_t sizes[NUM_PARAMETER_TENSORS], used = (size_t)config.vocab_size * config.channels;
    FILE *file = begin("gpt2_124M.bin", header, 8);
    fill_in_parameter_sizes(sizes, config);
    for (int tensor = 0; tensor < NUM_PARAMETER_TENSORS; tensor++) {
        /* Scales of norms are one, biases zero, and weights normal, those of projections narrower (GPT-2). */
        int is_scale = tensor == 2 || tensor == 8 || tensor == 14, is_projection = tensor == 6 || tensor == 12;
        int is_weight = tensor < 2 || tensor == 4 || tensor == 10 || is_projection;
        float deviation = is_projection ? 0.02f / sqrtf(2.0f * config.num_layers) : 0.02f;
        for (size_t n = 0; n < sizes[tensor]; n++) {
            float value = is_scale ? 1.0f : is_weight ? deviation * normal() : 0.0f;
            /* Padding of the vocabulary. */
            if (tensor == 0 && n >= used)
                value = 0.0f;
            fwrite(&value, sizeof(value), 1, file);
        }
    }
    fclose(file);
}

int main(int argc, char **argv)
{
    int given[7];
    if (argc != 8)
        return 2;
    for (int n = 0; n < 7; n++)
        given[n] = atoi(argv[n + 1]);
    GPT2Config config = {.max_seq_len = 1024,
                         .vocab_size = given[3],
                         .padded_vocab_size = (given[3] + 127) / 128 * 128,
                         .num_layers = given[0],
                         .num_heads = given[1],
                         .channels = given[2]};
    int batch = given[4] * given[5];
    write_weights(config);
    write_tokens("train.bin", batch * given[6] + 1, config.vocab_size);
    write_tokens("val.bin", batch * 2 + 1, config.vocab_size);
    return 0;
}
