template <int cudaMemcpyDefault> struct Policy { static const int value = cudaMemcpyDefault; };
template <class cudaStream_t> void use(cudaStream_t s);
