__global__ void k(int n);
int count(int n) { k<<<1, 1>>>(n); return n; }
void run(int n)
{
    k<<<count((k<<<2, 2>>>(n), n)), 1>>>(count(n));
    k<<<1, 1>>>([&] { k<<<3, 3>>>(n); return n; }());
}
