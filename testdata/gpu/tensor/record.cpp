// Runs the cases of a file on a GPU, and writes them out with what it answered.
//
//   record kernels.ptx cases.txt answers.txt     (c++ record.cpp -lcuda)
//
// What stands behind ` : ` in a case is ignored. After an error that a context keeps, the program goes on in a process of
// its own from the next case. A case with `size` is copied; one without only makes its map, and its answer is the code.
#include <setjmp.h>
#include <signal.h>
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
CUresult cuFuncSetAttribute(void *, int, int);
CUresult cuMemAlloc_v2(CUdeviceptr *, size_t);
CUresult cuMemcpyHtoD_v2(CUdeviceptr, const void *, size_t);
CUresult cuMemcpyDtoH_v2(void *, CUdeviceptr, size_t);
CUresult cuMemsetD8_v2(CUdeviceptr, unsigned char, size_t);
CUresult cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
CUresult cuTensorMapEncodeTiled(void *, int, uint32_t, void *, const uint64_t *, const uint64_t *, const uint32_t *,
                                const uint32_t *, int, int, int, int);
CUresult cuTensorMapEncodeIm2col(void *, int, uint32_t, void *, const uint64_t *, const uint64_t *, const int *, const int *,
                                 uint32_t, uint32_t, const uint32_t *, int, int, int, int);
CUresult cuTensorMapReplaceAddress(void *, void *);
}

#define OK(call) do { CUresult r_ = (call); if (r_) { fprintf(stderr, "%d: %s: %d\n", __LINE__, #call, r_); exit(3); } } while (0)

struct alignas(64) Map { uint64_t words[16]; };
// As in kernels.cu.
struct Args {
    int at[5];
    unsigned short by[4];
    unsigned offset, bytes, expected, probe, what, which;
    uint64_t value;
    CUdeviceptr data, answer, scratch;
};
typedef std::vector<long long> List;
typedef std::map<std::string, std::string> Case;
typedef std::vector<unsigned char> Bytes;
static const size_t GUARD = 512, MOST = 8 << 20;

static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

static uint32_t crc(const Bytes &bytes)
{
    uint32_t c = ~0u;
    for (unsigned char byte : bytes) {
        c ^= byte;
        for (int k = 0; k < 8; k++) c = c >> 1 ^ (c & 1 ? 0xEDB88320u : 0);
    }
    return ~c;
}

static void fill(Bytes &to, const std::string &kind, uint64_t seed, int type)
{
    static const unsigned SIZE[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4, 1, 1, 1};
    const unsigned size = SIZE[type & 15], bits = size * 8;
    const unsigned fraction = size == 2 ? (type == 9 ? 7 : 10) : size == 8 ? 52 : 23;
    for (size_t i = 0; i < to.size(); i += size) {
        uint64_t r = mix(seed + (i / size + 1) * 0x9E3779B97F4A7C15ull), x = mix(r), v = r;
        if (kind == "near" || kind == "small") {
            uint64_t bias = (1ull << (bits - 2 - fraction)) - 1, exponent = kind == "near" ? bias - 2 + x % 5 : x % 4;
            v = (r & 1) << (bits - 1) | exponent << fraction | (r >> 1 & ((1ull << fraction) - 1));
        } else if (kind == "ties") {
            static const unsigned ENDS[] = {0, 1, 0xfff, 0x1000, 0x1001, 0x1fff};
            v = (r & ~0x1fffull) | ENDS[x % 6];
            if (!(x >> 8 & 7)) v = (v & ~0x7f800000ull) | (x >> 16 & 1 ? 0x7f800000ull : x >> 17 & 1 ? 0x7f000000ull : 0);
            if (!(x >> 20 & 15)) v |= 0x7fe000;
        }
        for (unsigned k = 0; k < size && i + k < to.size(); k++) to[i + k] = v >> 8 * k;
    }
}

static std::string word(const Case &c, const char *key, const char *otherwise)
{
    auto it = c.find(key);
    return it == c.end() ? otherwise : it->second;
}

static List list(const Case &c, const char *key)
{
    List out;
    std::string text = word(c, key, "");
    for (const char *p = text.c_str(); *p;) {
        char *end;
        out.push_back(strtoll(p, &end, 0));
        if (end == p) break;
        p = *end == ',' ? end + 1 : end;
    }
    return out;
}

static long long number(const Case &c, const char *key, long long otherwise)
{
    List l = list(c, key);
    return l.empty() ? otherwise : l[0];
}

static sigjmp_buf away;
static void crashed(int) { siglongjmp(away, 1); }

// Makes a case's map; the driver's code, or -1 where it breaks off.
static int encode(const Case &c, CUdeviceptr base, unsigned char *place, void **where)
{
    List dims = list(c, "dims"), lists[] = {dims, list(c, "strides"), list(c, "box"), list(c, "steps"), list(c, "lower"), list(c, "upper")};
    uint64_t d[8] = {}, s[8] = {};
    uint32_t b[8] = {}, e[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    int lo[8] = {}, up[8] = {};
    for (size_t i = 0; i < 8; i++) {
        if (i < lists[0].size()) d[i] = lists[0][i];
        if (i < lists[1].size()) s[i] = lists[1][i];
        if (i < lists[2].size()) b[i] = lists[2][i];
        if (i < lists[3].size()) e[i] = lists[3][i];
        if (i < lists[4].size()) lo[i] = lists[4][i];
        if (i < lists[5].size()) up[i] = lists[5][i];
    }
    std::string null = word(c, "null", "");
    *where = null == "map" ? NULL : place + number(c, "mapat", 0);
    void *address = null == "address" ? NULL : (void *)base;
    uint64_t *dp = null == "dims" ? NULL : d, *sp = null == "strides" ? NULL : s;
    uint32_t *bp = null == "box" ? NULL : b, *ep = null == "steps" ? NULL : e;
    int *lp = null == "lower" ? NULL : lo, *up_ = null == "upper" ? NULL : up;
    int type = number(c, "type", 0), interleave = number(c, "interleave", 0), swizzle = number(c, "swizzle", 0);
    int l2 = number(c, "l2", 0), nan = number(c, "nan", 0);
    unsigned rank = number(c, "rank", dims.size());
    signal(SIGSEGV, crashed);
    if (sigsetjmp(away, 1)) return -1;
    int code = c.count("lower")
        ? cuTensorMapEncodeIm2col(*where, type, rank, address, dp, sp, lp, up_, b[0], b[1], ep, interleave, swizzle, l2, nan)
        : cuTensorMapEncodeTiled(*where, type, rank, address, dp, sp, bp, ep, interleave, swizzle, l2, nan);
    if (c.count("address") && code == 0) {
        void *map = null == "replace" ? NULL : (char *)*where + number(c, "replaceat", 0);
        code = cuTensorMapReplaceAddress(map, (void *)(base + number(c, "address", 0)));
    }
    signal(SIGSEGV, SIG_DFL);
    return code;
}

int main(int argc, char **argv)
{
    if (argc < 4) return 2;
    size_t first = argc > 4 ? atol(argv[4]) : 0, n;
    char buffer[65536];
    std::string ptx;
    FILE *f = fopen(argv[1], "rb");
    while ((n = fread(buffer, 1, sizeof buffer, f)) > 0) ptx.append(buffer, n);
    fclose(f);
    std::vector<Case> cases;
    std::vector<std::string> lines;
    f = fopen(argv[2], "r");
    while (fgets(buffer, sizeof buffer, f)) {
        if (char *answer = strstr(buffer, " : ")) *answer = 0;
        buffer[strcspn(buffer, "\n")] = 0;
        lines.push_back(buffer);
        Case c;
        for (char *t = strtok(buffer, " "); t; t = strtok(NULL, " "))
            if (char *e = strchr(t, '=')) c[std::string(t, e)] = e + 1;
        cases.push_back(c);
    }
    fclose(f);
    FILE *out = fopen(argv[3], first ? "a" : "w");
    int device;
    void *context, *module;
    OK(cuInit(0));
    OK(cuDeviceGet(&device, 0));
    OK(cuDevicePrimaryCtxRetain(&context, device));
    OK(cuCtxSetCurrent(context));
    OK(cuModuleLoadData(&module, ptx.c_str()));
    CUdeviceptr memory, data, answer;
    OK(cuMemAlloc_v2(&memory, MOST));
    OK(cuMemAlloc_v2(&data, 1 << 20));
    OK(cuMemAlloc_v2(&answer, 4096));
    for (size_t k = first; k < cases.size(); k++) {
        const Case &c = cases[k];
        std::string op = word(c, "op", "");
        CUdeviceptr base = memory + GUARD + number(c, "base", 0);
        alignas(64) unsigned char place[512] = {};
        void *where;
        int code = encode(c, base, place, &where);
        if (code || op.empty()) {
            fprintf(out, code < 0 ? "%s : crash\n" : "%s : %d\n", lines[k].c_str(), code);
            continue;
        }
        Map map;
        memcpy(&map, where, sizeof map);
        const bool load = op == "load" || op == "column" || op == "multicast" || op == "replace";
        char name[64];
        snprintf(name, sizeof name, "%s_%dd", op.c_str(), (int)list(c, "dims").size());
        void *function;
        OK(cuModuleGetFunction(&function, module, name));
        Args a = {};
        List at = list(c, "at"), by = list(c, "by");
        for (size_t i = 0; i < at.size(); i++) a.at[i] = at[i];
        for (size_t i = 0; i < by.size(); i++) a.by[i] = by[i];
        const unsigned blocks = op == "multicast" ? 4 : 1;
        a.offset = number(c, "offset", 0);
        a.bytes = number(c, "bytes", 0);
        a.expected = number(c, "expected", 0);
        a.what = number(c, "what", 0);
        a.which = number(c, "which", 0);
        a.value = number(c, "value", 0) + (op == "replace" && a.what == 0 ? base : 0);
        a.data = data;
        a.answer = answer;
        a.scratch = answer + 1024;
        OK(cuFuncSetAttribute(function, 8, a.bytes + 2048));
        void *params[] = {&map, &a};
        auto launch = [&] {
            int r = cuLaunchKernel(function, blocks, 1, 1, 128, 1, 1, a.bytes + 2048, NULL, params, NULL);
            return r ? r : cuCtxSynchronize();
        };
        uint64_t seed = number(c, "seed", 0), words[2] = {};
        Bytes host(number(c, "size", 0) + 2 * GUARD), block(a.bytes);
        fill(host, word(c, load ? "data" : "before", "hash"), seed, number(c, "type", 0));
        fill(block, word(c, "data", "hash"), seed + 1, number(c, "type", 0));
        OK(cuMemcpyHtoD_v2(memory, host.data(), host.size()));
        OK(cuMemcpyHtoD_v2(data, block.data(), block.size()));
        OK(cuMemsetD8_v2(answer, 0, 4096));
        int fault = 0;
        if (load && blocks == 1) {
            a.probe = 1;
            if (!(fault = launch())) OK(cuMemcpyDtoH_v2(words, answer, sizeof words));
            a.probe = 0;
            a.expected = words[1];
        }
        if (!fault) fault = launch();
        if (fault) {
            fprintf(out, "%s : fault %d\n", lines[k].c_str(), fault);
            fclose(out);
            snprintf(buffer, sizeof buffer, "%zu", k + 1);
            if (k + 1 < cases.size()) execl("/proc/self/exe", argv[0], argv[1], argv[2], argv[3], buffer, (char *)NULL);
            return 0;
        }
        OK(cuMemcpyDtoH_v2(words, answer, sizeof words));
        if (words[0] != 1) a.expected = ~0u;
        if (load) {
            block.resize((size_t)a.bytes * blocks);
            OK(cuMemcpyDtoH_v2(block.data(), data, block.size()));
            fprintf(out, "%s : %u %08x\n", lines[k].c_str(), a.expected, crc(block));
        } else {
            OK(cuMemcpyDtoH_v2(host.data(), memory, host.size()));
            fprintf(out, "%s : %08x\n", lines[k].c_str(), crc(host));
        }
    }
    fclose(out);
    return 0;
}
