#include <cub/block/block_reduce.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/iterator/counting_input_iterator.cuh>
#include <cub/agent/agent_reduce.cuh>
#include <thrust/system/cuda/execution_policy.h>
