// Loads the client as a library, as Python loads extensions.
#include <dlfcn.h>
#include <stdio.h>

int main(int count, char **arguments)
{
    void *library = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    int (*client)(void) = library ? (int (*)(void))dlsym(library, "client") : NULL;
    if (!client) {
        printf("%s\n", dlerror());
        return 1;
    }
    return client();
}
