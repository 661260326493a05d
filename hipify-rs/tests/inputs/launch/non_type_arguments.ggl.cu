template <bool A, bool B, char C> __global__ void k(int *p);
template <int N> constexpr bool odd() { return N & 1; }
void run(int *p)
{
    k<true, false, 'x'><<<1, 32>>>(p);
    k<odd<3>(), odd<4>(), '>'><<<1, 32>>>(p);
    k<(1 < 2), !odd<1>(), ','><<<1, 32>>>(p);
    k<sizeof(int) == 4, (3 >> 1) > 0, '<'><<<1, 32>>>(p);
}
