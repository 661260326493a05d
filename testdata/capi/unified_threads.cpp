/*
 * Threads that advise about managed memory, prefetch it, ask about it and free it, all at once.
 *
 *   unified_threads THREADS ROUNDS
 *
 * Each thread has memory of its own, and all share some. What a thread is told of its own must be what it said last; of what is
 * shared, what somebody said. At the end a device has as much memory left as at the start.
 */
#include <hip/hip_runtime.h>

#include <atomic>
#include <cstdio>
#include <memory> /* libstdc++ writes __noinline__ in attributes: HIP's mark must not break it */
#include <cstdlib>
#include <thread>
#include <vector>

#define CALL(expression)                                                                             \
    do {                                                                                             \
        hipError_t said = (expression);                                                              \
        if (said != hipSuccess) {                                                                    \
            std::fprintf(stderr, "%d: %s: %s\n", __LINE__, #expression, hipGetErrorName(said));        \
            std::exit(1);                                                                            \
        }                                                                                            \
    } while (0)

#define WANT(condition)                                                                              \
    do {                                                                                             \
        if (!(condition)) {                                                                          \
            std::fprintf(stderr, "%d: %s does not hold\n", __LINE__, #condition);                      \
            std::exit(1);                                                                            \
        }                                                                                            \
    } while (0)

namespace {

constexpr size_t PAGE = 4096, UNIT = 2 << 20;

int told(const void *at, size_t bytes, int attribute)
{
    int value = 77;
    CALL(hipMemRangeGetAttribute(&value, sizeof value, static_cast<hipMemRangeAttribute>(attribute), at, bytes));
    return value;
}

void work(unsigned number, unsigned rounds, char *shared, size_t shared_bytes)
{
    unsigned random = number * 2654435761u + 1;
    auto next = [&random](unsigned below) {
        random = random * 1664525u + 1013904223u;
        return (random >> 8) % below;
    };
    CALL(hipSetDevice(0));
    hipStream_t stream;
    CALL(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    unsigned long long last_id = 0;
    for (unsigned round = 0; round < rounds; round++) {
        size_t pages = 1 + next(1500), from = next(unsigned(pages)), count = 1 + next(unsigned(pages - from));
        char *own = nullptr;
        CALL(hipMallocManaged(reinterpret_cast<void **>(&own), pages * PAGE, hipMemAttachGlobal));
        own[0] = char(number);
        own[pages * PAGE - 1] = char(round);
        char *part = own + from * PAGE;
        int where = int(next(2)) - 1;
        WANT(told(own, pages * PAGE, 2) == -2 && told(own, pages * PAGE, 4) == -2);
        CALL(hipMemAdvise(part, count * PAGE, hipMemAdviseSetPreferredLocation, where));
        CALL(hipMemAdvise(part, count * PAGE, hipMemAdviseSetReadMostly, 0));
        WANT(told(part, count * PAGE, 2) == where && told(part, count * PAGE, 1) == 1);
        WANT(told(own, pages * PAGE, 2) == (count == pages ? where : -2));
        CALL(hipMemPrefetchAsync(part, count * PAGE, where, stream));
        WANT(told(part, count * PAGE, 4) == where);
        unsigned long long id = 0;
        CALL(hipPointerGetAttribute(&id, HIP_POINTER_ATTRIBUTE_BUFFER_ID, part));
        WANT(id > last_id);
        last_id = id;
        /* Everybody's memory: some thread's answer. */
        size_t page = next(unsigned(shared_bytes / PAGE));
        CALL(hipMemAdvise(shared + page * PAGE, PAGE, hipMemAdviseSetPreferredLocation, int(number % 2) - 1));
        CALL(hipMemPrefetchAsync(shared, shared_bytes, int(next(2)) - 1, stream));
        int preferred = told(shared + page * PAGE, PAGE, 2), last = told(shared, shared_bytes, 4);
        WANT((preferred == 0 || preferred == -1) && (last == 0 || last == -1));
        size_t left = 0, total = 0;
        CALL(hipMemGetInfo(&left, &total));
        WANT(left <= total);
        if (next(4) == 0)
            CALL(hipStreamSynchronize(stream));
        WANT(own[0] == char(number) && own[pages * PAGE - 1] == char(round));
        CALL(hipFree(own));
        int value = 0;
        if (round % 16 == 0)
            WANT(hipMemRangeGetAttribute(&value, 4, hipMemRangeAttributeReadMostly, nullptr, PAGE) == hipErrorInvalidValue);
    }
    CALL(hipStreamSynchronize(stream));
    CALL(hipStreamDestroy(stream));
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    size_t before = 0, after = 0, total = 0;
    CALL(hipMemGetInfo(&before, &total));
    char *shared = nullptr;
    const size_t bytes = 8 * UNIT + 3 * PAGE;
    CALL(hipMallocManaged(reinterpret_cast<void **>(&shared), bytes, hipMemAttachGlobal));
    std::vector<std::thread> threads;
    for (unsigned number = 0; number < unsigned(std::atoi(argv[1])); number++)
        threads.emplace_back(work, number, unsigned(std::atoi(argv[2])), shared, bytes);
    for (std::thread &thread : threads)
        thread.join();
    CALL(hipDeviceSynchronize());
    CALL(hipFree(shared));
    CALL(hipMemGetInfo(&after, &total));
    if (before != after) {
        std::fprintf(stderr, "%zu bytes are lost\n", before - after);
        return 1;
    }
    std::printf("rounds %s\n", argv[2]);
    return 0;
}
