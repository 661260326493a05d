__global__ void k();
#pragma once /* without end