/* A program of cuBLAS' first version, with declarations of its own. */
#include <stdio.h>

typedef struct {
    float x, y;
} Complex;
typedef struct {
    double x, y;
} DoubleComplex;

int cudaMemcpy(void *to, const void *from, size_t bytes, int kind);
enum { ANY_DIRECTION = 4 };

int cublasInit(void);
int cublasShutdown(void);
int cublasGetError(void);
int cublasAlloc(int n, int size, void **pointer);
int cublasFree(const void *pointer);
int cublasSetKernelStream(void *stream);
int cublasSetVector(int n, int size, const void *from, int incx, void *to, int incy);
void cublasSgemm(char op_a, char op_b, int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb,
                 float beta, float *c, int ldc);
void cublasStrmm(char side, char fill, char op, char diagonal, int m, int n, float alpha, const float *a, int lda, float *b,
                 int ldb);
float cublasSdot(int n, const float *x, int incx, const float *y, int incy);
int cublasIdamax(int n, const double *x, int incx);
Complex cublasCdotu(int n, const Complex *x, int incx, const Complex *y, int incy);
void cublasZscal(int n, DoubleComplex alpha, DoubleComplex *x, int incx);
double cublasDznrm2(int n, const DoubleComplex *x, int incx);
void cublasSrot(int n, float *x, int incx, float *y, int incy, float c, float s);
void cublasCherk(char fill, char op, int n, int k, float alpha, const Complex *a, int lda, float beta, Complex *c, int ldc);

static void *device(const void *values, int n, int size) {
    void *pointer = NULL;
    printf("alloc %d, ", cublasAlloc(n, size, &pointer));
    printf("set %d\n", cublasSetVector(n, size, values, 1, pointer, 1));
    return pointer;
}

static void show(const char *what, void *from, int n) {
    float values[8];
    cudaMemcpy(values, from, n * sizeof *values, ANY_DIRECTION);
    printf("%s:", what);
    for (int i = 0; i < n; i++) printf(" %g", values[i]);
    printf("; error %d\n", cublasGetError());
}

int main(void) {
    const float a[] = {1, 2, 3, 4}, b[] = {5, 6, 7, 8};
    const double wide[] = {1, -9, 3};
    const Complex z[] = {{1, 2}, {3, -1}};
    const DoubleComplex w[] = {{3, 0}, {0, 4}};
    void *none = NULL;
    printf("before: alloc %d, ", cublasAlloc(1, 4, &none));
    printf("shutdown %d, stream %d, ", cublasShutdown(), cublasSetKernelStream(none));
    printf("dot %g, ", cublasSdot(1, a, 1, b, 1));
    printf("error %d\n", cublasGetError());
    printf("init %d, ", cublasInit());
    printf("error %d, stream %d, nothing %d\n", cublasGetError(), cublasSetKernelStream(none), cublasAlloc(0, 4, &none));
    float *da = device(a, 4, sizeof *a), *db = device(b, 4, sizeof *b), *dc = device(a, 4, sizeof *a);
    cublasSgemm('n', 'T', 2, 2, 2, 2, da, 2, db, 2, 1, dc, 2);
    show("gemm", dc, 4);
    cublasStrmm('L', 'u', 'N', 'N', 2, 2, 1, da, 2, db, 2);
    show("trmm", db, 4);
    cublasSgemm('x', 'N', 2, 2, 2, 2, da, 2, db, 2, 1, dc, 2);
    show("no such letter", dc, 4);
    cublasSrot(2, da, 1, dc, 1, 0, 1);
    show("rot", da, 4);
    printf("dot %g\n", cublasSdot(4, da, 1, da, 1));
    double *dwide = device(wide, 3, sizeof *wide);
    printf("amax %d\n", cublasIdamax(3, dwide, 1));
    Complex *dz = device(z, 2, sizeof *z), *product = device(z, 1, sizeof *z);
    Complex dot = cublasCdotu(2, dz, 1, dz, 1);
    printf("dotu %g %g\n", dot.x, dot.y);
    cublasCherk('U', 'C', 1, 2, 2, dz, 2, 0, product, 1);
    show("herk", product, 2);
    DoubleComplex *dw = device(w, 2, sizeof *w), turn = {0, 2};
    cublasZscal(2, turn, dw, 1);
    printf("nrm2 %g\n", cublasDznrm2(2, dw, 1));
    printf("free %d %d, ", cublasFree(da), cublasFree(&turn));
    printf("shutdown %d, ", cublasShutdown());
    printf("again %d\n", cublasShutdown());
    return 0;
}
