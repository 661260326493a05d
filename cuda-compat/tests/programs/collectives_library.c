/* A library with some of NCCL's functions, as version 2.20.5 has them, which prints its calls. */
#include <stdio.h>
#include <string.h>

typedef struct comm {
    int rank, ranks, device;
} *comm_t;

typedef struct {
    char internal[128];
} unique_id;

static struct comm comms[8];
static int count;
static char streams[8][32];

/* The program's output is another stream: lines are to be in order. */
__attribute__((constructor)) static void begin(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
}

int ncclGetVersion(int *version)
{
    *version = 22005;
    return 0;
}

int ncclGetUniqueId(unique_id *id)
{
    for (int i = 0; i < 128; i++) {
        id->internal[i] = (char)i;
    }
    printf("ncclGetUniqueId\n");
    return 0;
}

static comm_t add(int rank, int ranks, int device)
{
    comm_t made = &comms[count++];
    made->rank = rank;
    made->ranks = ranks;
    made->device = device;
    return made;
}

int ncclCommInitAll(comm_t *to, int n, const int *list)
{
    printf("ncclCommInitAll %d:", n);
    for (int i = 0; i < n; i++) {
        printf(" %d", list[i]);
        to[i] = add(i, n, list[i]);
    }
    printf("\n");
    return 0;
}

int ncclCommInitRankConfig(comm_t *to, int ranks, unique_id id, int rank, void *config)
{
    size_t size;
    unsigned words[4];
    int sum = 0;
    memcpy(&size, config, sizeof size);
    memcpy(words, (char *)config + 8, sizeof words);
    for (int i = 0; i < 128; i++) {
        sum += id.internal[i];
    }
    printf("ncclCommInitRankConfig %d of %d, id %d, config of %zu bytes: %x, %u, %d\n", rank, ranks, sum, size, words[0],
           words[1], (int)words[2]);
    *to = add(rank, ranks, 0);
    return 7;
}

int ncclCommCount(comm_t comm, int *to)
{
    *to = comm->ranks;
    return 0;
}

int ncclCommUserRank(comm_t comm, int *to)
{
    *to = comm->rank;
    return 0;
}

int ncclCommCuDevice(comm_t comm, int *to)
{
    *to = comm->device;
    return 0;
}

int ncclGroupStart(void)
{
    printf("ncclGroupStart\n");
    return 0;
}

int ncclGroupEnd(void)
{
    printf("ncclGroupEnd\n");
    return 0;
}

/* Streams by the order in which they come; the driver's numbers mean nothing here. */
static const char *name_of(void *stream)
{
    static void *known[8];
    int n = 0;
    if (stream == (void *)1) {
        return "the default stream";
    }
    while (n < 7 && known[n] != NULL && known[n] != stream) {
        n++;
    }
    known[n] = stream;
    sprintf(streams[n], "stream %d", n);
    return streams[n];
}

int ncclSend(const void *from, size_t n, int type, int peer, comm_t comm, void *stream)
{
    printf("ncclSend from %ld, %zu of type %d, rank %d to %d, %s\n", (long)from, n, type, comm->rank, peer, name_of(stream));
    return 0;
}

int ncclRecv(void *to, size_t n, int type, int peer, comm_t comm, void *stream)
{
    printf("ncclRecv to %ld, %zu of type %d, rank %d from %d, %s\n", (long)to, n, type, comm->rank, peer, name_of(stream));
    return 0;
}

int ncclAllReduce(const void *from, void *to, size_t n, int type, int op, comm_t comm, void *stream)
{
    printf("ncclAllReduce from %ld to %ld, %zu of type %d, operator %d, rank %d, %s\n", (long)from, (long)to, n, type, op,
           comm->rank, name_of(stream));
    return n == 8 ? 8 : n == 4 ? 4 : 0;
}

const char *ncclGetErrorString(int code)
{
    static char text[32];
    sprintf(text, "the library's text %d", code);
    return text;
}

const char *ncclGetLastError(comm_t comm)
{
    return comm != NULL ? "the library's last error" : "the library's last error, no communicator";
}
