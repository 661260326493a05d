#include <cstdio>
#include <dlfcn.h>
void f(void *library)
{
    void *init;
#include "example"
}
