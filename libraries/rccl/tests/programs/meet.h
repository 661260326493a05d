/* The unique id of processes, by a file that the first rank writes. */
#include "check.h"
#include <unistd.h>

static ncclUniqueId meet(int rank, const char *path)
{
    ncclUniqueId id;
    char other[512];
    FILE *file;
    if (rank == 0) {
        NCCL(ncclGetUniqueId(&id));
        snprintf(other, sizeof other, "%s.new", path);
        file = fopen(other, "wb");
        fwrite(&id, sizeof id, 1, file);
        fclose(file);
        rename(other, path);
        return id;
    }
    for (int tries = 0; tries < 3000; tries++) {
        if ((file = fopen(path, "rb")) != NULL) {
            size_t got = fread(&id, sizeof id, 1, file);
            fclose(file);
            if (got == 1) {
                return id;
            }
        }
        usleep(10000);
    }
    puts("no id");
    exit(1);
}
