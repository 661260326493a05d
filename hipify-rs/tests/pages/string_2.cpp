#include <cstdio>
#include <dlfcn.h>
void f()
{
    void *init;
#include "example"
}
