ifdef CUDA_INSTALL_PATH
CXXFLAGS += -I$(CUDA_INSTALL_PATH)/include
LDLIBS += -L/usr/local/cuda/lib64 -lcublasLt -lcufft -lcurand -lcusparse -lcusolver -lnccl -lnvToolsExt -lcudnn -lcupti
endif
