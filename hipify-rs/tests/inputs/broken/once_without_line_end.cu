__global__
#pragma once