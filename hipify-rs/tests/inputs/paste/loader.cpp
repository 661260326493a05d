#include <cuda.h>
#include <dlfcn.h>
#define DECLARE(f) static t##f *f##_
#define LOAD(f) f##_ = (t##f *)dlsym(lib, #f)
#define CALL(f, ...) check(f##_(__VA_ARGS__), #f)
#define BOTH(f) f(0), f##_(0)
typedef CUresult tcuInit(unsigned int);
DECLARE(cuInit);
static void check(CUresult, const char *);
static void load(void *lib) {
  LOAD(cuInit);
  CALL(cuInit, 0);
}
