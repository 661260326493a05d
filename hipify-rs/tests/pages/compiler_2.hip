#include <hip/hip_runtime.h>
#include "example"

class Nothing : public Kernel {
  public:
    void run(hipStream_t) override {}
};
