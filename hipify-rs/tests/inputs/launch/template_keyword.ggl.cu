template <class T> struct Kernels {
    template <int N> static __global__ void run(T *p);
    using Type = T;
};
template <class T> void launch(T *p)
{
    Kernels<T>::template run<4><<<1, 32>>>(p);
    Kernels<typename T::Type>::template run<sizeof(T)><<<1, 32>>>(p);
    ::Kernels<int>::run<1 + 2><<<1, 32>>>(nullptr);
    Kernels<void (*)(int, int)>::run<-1><<<1, 32>>>(nullptr);
}
