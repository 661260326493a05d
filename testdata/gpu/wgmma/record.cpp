// Runs the cases of a file on a GPU, and writes them out with what it answered.
//
//   record kernels.ptx forms.tsv cases.txt answers.txt [raw.bin]     (c++ record.cpp -lcuda)
//
// What stands behind ` : ` in a case is ignored. After an error that a context keeps, the program continues in a process of
// its own from the next case. `raw.bin` gets the results themselves where they are at most 8 KiB.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <map>
#include <string>
#include <vector>

extern "C" {
typedef int CUresult;
typedef unsigned long long CUdeviceptr;
CUresult cuInit(unsigned);
CUresult cuDeviceGet(int *, int);
CUresult cuDevicePrimaryCtxRetain(void **, int);
CUresult cuCtxSetCurrent(void *);
CUresult cuCtxSynchronize();
CUresult cuModuleLoadData(void **, const void *);
CUresult cuModuleGetFunction(void **, void *, const char *);
CUresult cuMemAlloc_v2(CUdeviceptr *, size_t);
CUresult cuMemcpyHtoD_v2(CUdeviceptr, const void *, size_t);
CUresult cuMemcpyDtoH_v2(void *, CUdeviceptr, size_t);
CUresult cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
}

#define OK(call) do { CUresult r_ = (call); if (r_) { fprintf(stderr, "%d: %s: %d\n", __LINE__, #call, r_); exit(3); } } while (0)

typedef std::vector<unsigned char> Bytes;
static const unsigned SHARED = 48 << 10, THREADS = 128;

static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

static uint64_t draw(uint64_t seed, uint64_t i) { return mix(seed + (i + 1) * 0x9E3779B97F4A7C15ull); }

static uint32_t crc(const unsigned char *bytes, size_t size)
{
    static uint32_t table[256];
    if (!table[1])
        for (uint32_t n = 0; n < 256; n++) {
            uint32_t c = n;
            for (int k = 0; k < 8; k++) c = c >> 1 ^ (c & 1 ? 0xEDB88320u : 0);
            table[n] = c;
        }
    uint32_t c = ~0u;
    for (size_t i = 0; i < size; i++) c = c >> 8 ^ table[(c ^ bytes[i]) & 255];
    return ~c;
}

struct Kind { unsigned bits, exponent, fraction; };

static Kind kind(const std::string &ty)
{
    if (ty == "f16") return {16, 5, 10};
    if (ty == "bf16") return {16, 8, 7};
    if (ty == "tf32" || ty == "f32") return {32, 8, 23};
    if (ty == "e4m3") return {8, 4, 3};
    if (ty == "e5m2") return {8, 5, 2};
    if (ty == "s32") return {32, 0, 0};
    return {8, 0, 0};
}

// As testdata::mma draws elements.
static uint64_t element(uint64_t seed, uint64_t i, const std::string &ty, unsigned distribution)
{
    const Kind t = kind(ty);
    const uint64_t r = draw(seed, i), x = mix(r);
    if (!t.exponent) {
        const uint64_t full = (1ull << t.bits) - 1, least = 1ull << (t.bits - 1);
        if (distribution == 0) return r & full;
        const uint64_t edges[] = {least, least - 1, 0, full, full, least, full >> 1, 1};
        const uint64_t edge = edges[x % 8] & full;
        return ty == "s32" && x >> 60 >= 8 ? (edge + r % 65536 - 32768) & full : edge;
    }
    const uint64_t bias = (1ull << (t.exponent - 1)) - 1, top = (1ull << t.exponent) - (ty == "e4m3" ? 1 : 2);
    const uint64_t sign = (r & 1) << (t.exponent + t.fraction), fraction = r >> 1 & ((1ull << t.fraction) - 1);
    const uint64_t low = bias > 12 ? bias - 12 : 0, high = top < bias + 12 ? top : bias + 12;
    uint64_t e = x % 4;
    if (distribution == 0 || distribution == 3) e = bias - 2 + x % 5;
    else if (distribution == 1 || distribution == 5) e = low + x % (high - low + 1);
    else if (distribution == 2) e = x % (top + 1);
    else if (distribution == 6 && (ty == "bf16" || ty == "tf32")) e = bias - 76 + x % 5;
    if (distribution == 3 && x % 24 == 0) {
        const uint64_t inf = ((1ull << t.exponent) - 1) << t.fraction, neg = 1ull << (t.exponent + t.fraction);
        const uint64_t small[] = {0, 1 << 7, 0x7f, 0xff, 0x7f, 1, 7, 0x7e};
        const uint64_t large[] = {0, neg, inf, inf | neg, inf | 1, 1, (1ull << t.fraction) - 1, inf - 1};
        return (ty == "e4m3" ? small : large)[x >> 8 & 7];
    }
    if (distribution >= 5 && (x >> 40) % 4) return sign;
    return sign | e << t.fraction | fraction;
}

struct Form { std::string d, a, b; unsigned registers, in_a; bool sparse; };

static std::vector<std::string> split(const std::string &text, char at)
{
    std::vector<std::string> out(1);
    for (char c : text) if (c == at) out.emplace_back(); else out.back() += c;
    return out;
}

static std::string contents(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) { perror(path); exit(2); }
    std::string text;
    char buffer[65536];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, f));) text.append(buffer, n);
    fclose(f);
    return text;
}

static void fill(Bytes &to, const std::string &type, uint64_t seed, unsigned distribution, size_t first, size_t bytes)
{
    const std::string ty = type == "b1" ? "u8" : type;
    const unsigned size = kind(ty).bits / 8;
    for (size_t i = first; i < first + bytes / size; i++) {
        const uint64_t v = element(seed, i, ty, distribution);
        for (unsigned k = 0; k < size; k++) to.push_back(v >> 8 * k);
    }
}

static Bytes operands(const Form &f, uint64_t seed, unsigned distribution)
{
    Bytes out;
    auto part = [&](uint64_t n) { return (seed * 4 + n) << 20; };
    fill(out, f.a, part(0), distribution, 0, SHARED / 2);
    fill(out, f.b, part(1), distribution, 0, SHARED / 2);
    const size_t size_a = kind(f.a == "b1" ? "u8" : f.a).bits / 8, size_d = kind(f.d).bits / 8;
    for (unsigned t = 0; t < THREADS; t++) {
        fill(out, f.a, part(0), distribution, SHARED / 2 / size_a + t * (4 * f.in_a / size_a), 4 * f.in_a);
        fill(out, f.d, part(2), distribution, t * (4 * f.registers / size_d), 4 * f.registers);
        if (!f.sparse) continue;
        static const unsigned PAIRS[] = {4, 8, 12, 9, 13, 14}, HALVES[] = {4, 14};
        uint32_t word = 0;
        for (unsigned p = 0; p < 8; p++) {
            const uint64_t r = draw(part(3), t * 8 + p);
            word |= (f.a == "tf32" ? HALVES[r % 2] : PAIRS[r % 6]) << 4 * p;
        }
        for (unsigned k = 0; k < 4; k++) out.push_back(word >> 8 * k);
    }
    return out;
}

int main(int argc, char **argv)
{
    if (argc < 5) return 2;
    const std::string ptx = contents(argv[1]);
    std::map<std::string, Form> forms;
    for (const std::string &line : split(contents(argv[2]), '\n')) {
        const std::vector<std::string> c = split(line, '\t');
        if (line.empty() || line[0] == '#' || c[0] == "name") continue;
        std::vector<std::string> w = split(c[1], '.');
        if (w.back() == "popc") w.resize(w.size() - 2);
        Form f;
        f.b = w.back(), f.a = w[w.size() - 2], f.d = w[w.size() - 3];
        const unsigned columns = atoi(c[1].c_str() + c[1].find(".m64n") + 5);
        f.registers = columns / (f.d == "f16" ? 4 : 2), f.in_a = c[2] == "registers" ? 4 : 0, f.sparse = c[4] != "-";
        forms[c[0]] = f;
    }
    const char *begin = getenv("RECORD_FROM");
    const size_t from = begin ? atol(begin) : 0;
    FILE *answers = fopen(argv[4], from ? "a" : "w"), *raw = argc > 5 ? fopen(argv[5], from ? "ab" : "wb") : NULL;
    int device;
    void *context, *module;
    OK(cuInit(0));
    OK(cuDeviceGet(&device, 0));
    OK(cuDevicePrimaryCtxRetain(&context, device));
    OK(cuCtxSetCurrent(context));
    OK(cuModuleLoadData(&module, ptx.c_str()));
    CUdeviceptr in, out;
    OK(cuMemAlloc_v2(&in, 1 << 20));
    OK(cuMemAlloc_v2(&out, 1 << 20));
    const std::vector<std::string> lines = split(contents(argv[3]), '\n');
    for (size_t n = from; n < lines.size(); n++) {
        const std::string line = lines[n].substr(0, lines[n].find(" : "));
        if (line.empty()) continue;
        std::map<std::string, std::string> fields;
        for (const std::string &w : split(line, ' ')) fields[w.substr(0, w.find('='))] = w.substr(w.find('=') + 1);
        auto number = [&](const char *key) { return (uint64_t)strtoull(fields[key].c_str(), NULL, 0); };
        const Form &f = forms.at(fields["form"]);
        const Bytes given = operands(f, number("seed"), number("distribution"));
        void *function;
        OK(cuModuleGetFunction(&function, module, fields["form"].c_str()));
        OK(cuMemcpyHtoD_v2(in, given.data(), given.size()));
        uint64_t a = number("a"), b = number("b");
        uint32_t add = number("add");
        void *args[] = {&in, &out, &a, &b, &add};
        CUresult r = cuLaunchKernel(function, 1, 1, 1, THREADS, 1, 1, 0, NULL, args, NULL);
        if (!r) r = cuCtxSynchronize();
        if (r) {
            fprintf(answers, "%s : fault %d\n", line.c_str(), r);
            fclose(answers);
            if (raw) fclose(raw);
            setenv("RECORD_FROM", std::to_string(n + 1).c_str(), 1);
            execv("/proc/self/exe", argv);
            return 3;
        }
        Bytes got(f.registers * 4 * THREADS);
        OK(cuMemcpyDtoH_v2(got.data(), out, got.size()));
        fprintf(answers, "%s : %08x\n", line.c_str(), crc(got.data(), got.size()));
        if (raw && got.size() <= 8192) fwrite(got.data(), 1, got.size(), raw);
    }
    fclose(answers);
    if (raw) fclose(raw);
    return 0;
}
