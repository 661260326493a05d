template <typename T> struct convert {
    template <int n> static __device__ T cast(T x) { return x + n; }
    template <typename U> __device__ T get(U x) const { return other<U>::cast<3>(x) + convert<T>::cast<4>(x) + this->get<int>(x); }
    friend T other<T>::cast<3>(T);
    static const int size = 3;
};
template <> template <> float convert<float>::cast<3>(float x) { return x; }
template <typename T> template <int n> T convert<T>::cast(T x) { return convert<T>::cast<n + 1>(x); }
template <typename T = float, int n = (3 > 2), typename... Rest> __global__ void k(T *out, int m)
{
    typename convert<T>::inner<int> a(3);
    using type = convert<T>::inner<int>;
    convert<T> c;
    const convert<int> d;
    out[0] = c.get<int>(m) + d.get<T>(m) + std::get<0>(c) + ns::convert<T>::cast<n>(m);
    bool less = convert<T>::size < m;
    bool both = convert<T>::size < m && n > (m);
    if (less && both) { out[1] = T::of<n, 3>(m); }
    auto f = [&](convert<T> *e) { return e->get<T *>(out) + c.x->get<int>(2); };
}
__global__ void plain(float *out) { out[0] = convert<float>::cast<3>(1.0f); }
template <typename A> struct table : A {
    using words = typename std::allocator_traits<A>::rebind_alloc<int>;
    typename A::type<3> room;
    typename std::allocator_traits<A>::template rebind_alloc<int> done;
    typename std::allocator_traits<int>::rebind_alloc<int> fixed;
    static const bool less = A::size < 3;
};
template <typename A, typename B = typename A::of<int>> using other = typename A::of<float>;
template <typename A> typename A::of<int> make(typename A::of<int> from);
