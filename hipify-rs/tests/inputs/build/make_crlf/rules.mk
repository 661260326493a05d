NVCC = nvcc
FLAGS = -arch=sm_70 -O2
app:
	nvcc -arch=sm_70
