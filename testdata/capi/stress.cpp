/*
 * Threads with streams of their own that launch, copy, fill, wait for each other's events, call back, allocate and free, all at once.
 *
 *   stress KERNELS SECONDS [THREADS]     KERNELS is kernels.ptx
 *
 * In each round a value runs through the streams of a thread: a stream waits for the event of the one before it, copies its words,
 * adds to them, and a callback looks at what came back to the host. Says what was done and exits with 0 if every word was right, every
 * callback ran once, and memory, handles and threads are as many as before.
 */
#include <hip/hip_runtime.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

namespace {

constexpr unsigned STREAMS = 8, WORDS = 1024, ROUNDS_A_LIFE = 32;

std::atomic<unsigned long long> wrong{0}, launches{0}, lost{0}, called{0};

#define CALL(expression)                                                                             \
    do {                                                                                             \
        hipError_t said = (expression);                                                              \
        if (said != hipSuccess) {                                                                    \
            std::fprintf(stderr, "%d: %s: %s\n", __LINE__, #expression, hipGetErrorName(said));        \
            std::exit(1);                                                                            \
        }                                                                                            \
    } while (0)

/* What one callback must see. */
struct Look {
    const unsigned *words;
    unsigned expected;
    std::atomic<unsigned long long> *ran;
};

void look(void *data)
{
    Look *it = static_cast<Look *>(data);
    for (unsigned i = 0; i < WORDS; i++)
        if (it->words[i] != it->expected)
            wrong++;
    ++*it->ran;
    delete it;
}

void note(hipStream_t, hipError_t status, void *data)
{
    if (status != hipSuccess)
        wrong++;
    ++*static_cast<std::atomic<unsigned long long> *>(data);
}

struct Lane {
    hipStream_t stream;
    hipEvent_t done;
    char *device;
    unsigned *host;
};

class Worker {
  public:
    Worker(hipFunction_t kernel, unsigned seed) : add(kernel), random(seed * 2654435761u + 1) {}

    /* Streams, events and buffers are made, used for some rounds, and given back. */
    void live()
    {
        for (Lane &lane : lanes) {
            CALL(hipStreamCreateWithFlags(&lane.stream, hipStreamNonBlocking));
            CALL(hipEventCreateWithFlags(&lane.done, next() % 2 ? hipEventDisableTiming : 0));
            CALL(hipMalloc(reinterpret_cast<void **>(&lane.device), WORDS * 4));
            CALL(hipHostMalloc(reinterpret_cast<void **>(&lane.host), WORDS * 4, 0));
        }
        for (unsigned round = 0; round < ROUNDS_A_LIFE; round++)
            run(round);
        for (Lane &lane : lanes)
            CALL(hipStreamSynchronize(lane.stream));
        if (asked != ran)
            lost++;
        for (Lane &lane : lanes) {
            CALL(hipEventDestroy(lane.done));
            CALL(hipStreamDestroy(lane.stream));
            CALL(hipFree(lane.device));
            CALL(hipHostFree(lane.host));
        }
        called += ran.exchange(0);
        asked = 0;
    }

  private:
    void run(unsigned round)
    {
        unsigned expected = next();
        for (unsigned i = 0; i < STREAMS; i++) {
            Lane &lane = lanes[i];
            // The next lane still reads what this one wrote in the round before.
            if (round > 0 && i + 1 < STREAMS)
                CALL(hipStreamWaitEvent(lane.stream, lanes[i + 1].done, 0));
            if (i == 0) {
                CALL(hipMemsetD32Async(lane.device, static_cast<int>(expected), WORDS, lane.stream));
            } else {
                CALL(hipStreamWaitEvent(lane.stream, lanes[i - 1].done, 0));
                CALL(hipMemcpyDtoDAsync(lane.device, lanes[i - 1].device, WORDS * 4, lane.stream));
            }
            unsigned count = WORDS, value = next() % 1000;
            void *args[] = { &lane.device, &count, &value };
            CALL(hipModuleLaunchKernel(add, WORDS / 256, 1, 1, 256, 1, 1, 0, lane.stream, args, nullptr));
            launches++;
            expected += value;
            CALL(hipEventRecord(lane.done, lane.stream));
            CALL(hipMemcpyDtoHAsync(lane.host, lane.device, WORDS * 4, lane.stream));
            CALL(hipLaunchHostFunc(lane.stream, look, new Look{ lane.host, expected, &ran }));
            asked++;
            if (next() % 4 == 0) {
                CALL(hipStreamAddCallback(lane.stream, note, &ran, 0));
                asked++;
            }
            borrow(lane);
        }
    }

    /* Memory that lives for a moment, of the stream's order or not, and questions. */
    void borrow(const Lane &lane)
    {
        void *p = nullptr;
        size_t size = 1 + next() % (1u << 18);
        switch (next() % 6) {
        case 0:
            CALL(hipMallocAsync(&p, size, lane.stream));
            CALL(hipMemsetAsync(p, 7, size, lane.stream));
            CALL(hipFreeAsync(p, lane.stream));
            break;
        case 1:
            CALL(hipMalloc(&p, size));
            CALL(hipFree(p));
            break;
        case 2:
            CALL(hipHostMalloc(&p, size, 0));
            std::memset(p, 1, size);
            CALL(hipHostFree(p));
            break;
        case 3: {
            hipError_t said = hipStreamQuery(lane.stream);
            if (said != hipSuccess && said != hipErrorNotReady)
                wrong++;
            break;
        }
        case 4:
            CALL(hipEventSynchronize(lane.done));
            break;
        default:
            break;
        }
    }

    unsigned next()
    {
        random ^= random << 13, random ^= random >> 17, random ^= random << 5;
        return random;
    }

    hipFunction_t add;
    unsigned random;
    Lane lanes[STREAMS];
    unsigned long long asked = 0;
    std::atomic<unsigned long long> ran{0};
};

size_t free_memory()
{
    size_t free = 0, total = 0;
    hipMemPool_t pool;
    CALL(hipDeviceSynchronize());
    CALL(hipDeviceGetDefaultMemPool(&pool, 0));
    CALL(hipMemPoolTrimTo(pool, 0));
    CALL(hipMemGetInfo(&free, &total));
    return free;
}

/* A number of /proc/self/status: KiB or threads. */
unsigned long status(const char *field)
{
    char line[256];
    unsigned long value = 0;
    FILE *file = std::fopen("/proc/self/status", "r");
    while (file != nullptr && std::fgets(line, sizeof line, file) != nullptr)
        if (std::strncmp(line, field, std::strlen(field)) == 0)
            value = std::strtoul(line + std::strlen(field) + 1, nullptr, 10);
    if (file != nullptr)
        std::fclose(file);
    return value;
}

/* The slot of a handle: a new object takes a freed one, so slots grow only if objects are kept. */
unsigned slot(const void *handle)
{
    return static_cast<unsigned>(reinterpret_cast<uintptr_t>(handle));
}

struct Slots {
    unsigned stream, event;
};

Slots slots()
{
    hipStream_t stream;
    hipEvent_t event;
    CALL(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    CALL(hipEventCreateWithFlags(&event, 0));
    Slots found{ slot(stream), slot(event) };
    CALL(hipEventDestroy(event));
    CALL(hipStreamDestroy(stream));
    return found;
}

void everyone(hipFunction_t add, unsigned threads, double seconds, unsigned seed)
{
    auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    std::vector<std::thread> running;
    for (unsigned i = 0; i < threads; i++)
        running.emplace_back([=] {
            CALL(hipSetDevice(0));
            Worker worker(add, seed + i + 1);
            do
                worker.live();
            while (std::chrono::steady_clock::now() < end);
        });
    for (std::thread &thread : running)
        thread.join();
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    double seconds = std::atof(argv[2]);
    unsigned threads = argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 8;
    hipModule_t module;
    hipFunction_t add;
    CALL(hipModuleLoad(&module, argv[1]));
    CALL(hipModuleGetFunction(&add, module, "add"));
    // Tables and arenas grow to what these threads need; from then on they must not.
    everyone(add, threads, 0, 100);
    size_t before = free_memory();
    unsigned long tasks = status("Threads:"), resident = status("VmRSS:");
    everyone(add, threads, seconds, 200);
    size_t after = free_memory();
    Slots now = slots();
    unsigned most = threads * STREAMS + 16;
    unsigned long long kept = before > after ? before - after : 0;
    unsigned long more_tasks = status("Threads:"), more_resident = status("VmRSS:");
    std::printf("launches %llu, callbacks %llu, wrong words %llu, lost %llu, kept %llu B\n", launches.load(), called.load(),
                wrong.load(), lost.load(), kept);
    std::printf("slots %u %u of %u, threads %lu then %lu, resident %lu then %lu KiB\n", now.stream, now.event, most, tasks,
                more_tasks, resident, more_resident);
    // An allocator of the C library keeps some pages a thread; a leak of one object a round is far more in a minute.
    bool grew = more_resident > resident + (64ul << 10);
    bool good = wrong == 0 && lost == 0 && kept == 0 && now.stream <= most && now.event <= most && more_tasks <= tasks && !grew;
    return good ? 0 : 1;
}
