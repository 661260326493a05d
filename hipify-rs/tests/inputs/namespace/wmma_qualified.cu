#include <mma.h>
namespace tensor = nvcuda::wmma;
using nvcuda::wmma::mma_sync;
using Acc = ::nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float>;
namespace other { using namespace nvcuda::experimental; }
