// Streams and events in classes: copies and kernels side by side, waits between streams, functions of the host in their
// turn, launches in macros and from templates of templates, functors as arguments.
#include <cuda_runtime.h>
#include <cstdio>
#include <utility>
#include <vector>

#define CHECK(call) \
    do { \
        cudaError_t code = (call); \
        if (code != cudaSuccess) { \
            std::printf("%s:%d: %s: FAIL\n", __FILE__, __LINE__, cudaGetErrorString(code)); \
            std::exit(1); \
        } \
    } while (0)

#define LAUNCH_ON(stream, kernel, n, ...) \
    do { \
        const unsigned int threads_ = 64; \
        kernel<<<dim3(((n) + threads_ - 1) / threads_), threads_, 0, (stream)>>>(__VA_ARGS__); \
        CHECK(cudaGetLastError()); \
    } while (0)

namespace ops {

struct Scale {
    float by;
    __host__ __device__ float operator()(float x) const { return x * by; }
};

template <int Low, int High> struct Clamp {
    __host__ __device__ float operator()(float x) const { return x < Low ? Low : x > High ? High : x; }
};

namespace {

template <typename Function, typename T> __global__ void apply(T *data, int n, Function function)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = function(data[i]);
}

}

}

class Stream {
  public:
    Stream() { CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
    ~Stream() { cudaStreamDestroy(stream_); }
    Stream(const Stream &) = delete;
    operator cudaStream_t() const { return stream_; }

  private:
    cudaStream_t stream_;
};

// A piece of work in three steps, each on its own stream and after the one before.
class Pipeline {
  public:
    explicit Pipeline(int n) : n_(n)
    {
        CHECK(cudaMalloc(&device_, n * sizeof(float)));
        CHECK(cudaMallocHost(&host_, n * sizeof(float)));
        for (auto &event : events_)
            CHECK(cudaEventCreate(&event));
        for (int i = 0; i < n; ++i)
            host_[i] = static_cast<float>(i - n / 2);
    }
    ~Pipeline()
    {
        for (auto event : events_)
            cudaEventDestroy(event);
        cudaFree(device_);
        cudaFreeHost(host_);
    }

    template <typename Function> void run(Function function)
    {
        CHECK(cudaEventRecord(events_[0], copy_));
        CHECK(cudaMemcpyAsync(device_, host_, n_ * sizeof(float), cudaMemcpyHostToDevice, copy_));
        CHECK(cudaEventRecord(events_[1], copy_));
        CHECK(cudaStreamWaitEvent(compute_, events_[1], 0));
        LAUNCH_ON(compute_, (ops::apply<Function, float>), n_, device_, n_, function);
        LAUNCH_ON(compute_, (ops::apply<ops::Clamp<-100, 1000>>), n_, device_, n_, ops::Clamp<-100, 1000>());
        CHECK(cudaEventRecord(events_[2], compute_));
        CHECK(cudaStreamWaitEvent(copy_, events_[2], 0));
        CHECK(cudaMemcpyAsync(host_, device_, n_ * sizeof(float), cudaMemcpyDeviceToHost, copy_));
        CHECK(cudaLaunchHostFunc(copy_, &Pipeline::done, this));
        CHECK(cudaEventRecord(events_[3], copy_));
    }

    bool is_right(float by)
    {
        CHECK(cudaEventSynchronize(events_[3]));
        if (cudaEventQuery(events_[0]) != cudaSuccess || cudaStreamQuery(copy_) != cudaSuccess)
            return false;
        float took = -1;
        CHECK(cudaEventElapsedTime(&took, events_[0], events_[3]));
        float sum = 0, wanted = 0;
        for (int i = 0; i < n_; ++i) {
            float value = (i - n_ / 2) * by;
            wanted += value < -100 ? -100 : value > 1000 ? 1000 : value;
            sum += host_[i];
        }
        return took >= 0 && sum == wanted && sum_ == sum;
    }

  private:
    static void done(void *self)
    {
        Pipeline *p = static_cast<Pipeline *>(self);
        p->sum_ = 0;
        for (int i = 0; i < p->n_; ++i)
            p->sum_ += p->host_[i];
    }

    int n_;
    float *device_ = nullptr, *host_ = nullptr, sum_ = -1;
    Stream copy_, compute_;
    cudaEvent_t events_[4];
};

int main()
{
    std::vector<std::pair<Pipeline *, float>> work;
    for (int i = 0; i < 4; ++i) {
        work.emplace_back(new Pipeline(500 + 100 * i), i + 1.0f);
        work.back().first->run(ops::Scale{work.back().second});
    }
    bool all = true;
    for (auto &[pipeline, by] : work) {
        all = all && pipeline->is_right(by);
        delete pipeline;
    }
    int least, greatest;
    CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    cudaStream_t urgent;
    CHECK(cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, greatest));
    float *data, one = 3.0f;
    CHECK(cudaMalloc(&data, sizeof *data));
    CHECK(cudaMemcpyAsync(data, &one, sizeof one, cudaMemcpyHostToDevice, urgent));
    auto twice = [] __device__(float x) { return 2 * x; };
    LAUNCH_ON(urgent, ops::apply, 1, data, 1, twice);
    CHECK(cudaMemcpyAsync(&one, data, sizeof one, cudaMemcpyDeviceToHost, urgent));
    CHECK(cudaStreamSynchronize(urgent));
    CHECK(cudaStreamDestroy(urgent));
    CHECK(cudaFree(data));
    all = all && one == 6.0f && least >= greatest;
    std::printf("runtime_streams: %zu pipelines, a lambda: %s\n", work.size(), all ? "PASS" : "FAIL");
    return all ? 0 : 1;
}
