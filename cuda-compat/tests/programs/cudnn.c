// What frameworks ask of cuDNN when they start, and a call that computes. The argument is the path of the library.
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>

static void *library;

static int (*function(const char *name))()
{
    return (int (*)())dlsym(library, name);
}

#define SAY(name, ...) printf("%s: %s\n", #name, text(function(#name)(__VA_ARGS__)))

static const char *text(int status)
{
    return ((const char *(*)(int))dlsym(library, "cudnnGetErrorString"))(status);
}

int main(int count, char **arguments)
{
    library = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library || !dlsym(library, "cudnnCreate")) {
        printf("no cuDNN\n");
        return 1;
    }
    void *handle = NULL, *stream = NULL, *tensor = NULL;
    char last[96];
    int major = 0;
    printf("version %zu\n", ((size_t (*)(void))dlsym(library, "cudnnGetVersion"))());
    SAY(cudnnGetProperty, 0, &major);
    printf("major %d\n", major);
    SAY(cudnnCreate, NULL);
    SAY(cudnnCreate, &handle);
    SAY(cudnnSetStream, handle, (void *)64);
    SAY(cudnnGetStream, handle, &stream);
    printf("stream %zu\n", (size_t)stream);
    SAY(cudnnSetStream, NULL, stream);
    SAY(cudnnCreateTensorDescriptor, &tensor);
    ((void (*)(char *, size_t))dlsym(library, "cudnnGetLastErrorString"))(last, sizeof last);
    printf("%s\n", last);
    SAY(cudnnDestroy, handle);
    SAY(cudnnDestroy, handle);
    return 0;
}
