/*
 * What the C ABI answers to right and wrong calls: a line for each scenario, "section<TAB>scenario<TAB>answer".
 *
 *   codes --list              names the sections
 *   codes SECTION KERNELS     runs one of them; KERNELS is kernels.ptx
 *
 * codes.tsv says what the answers must be, and why.
 */
#include "codes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *kernels_path;
const char *kernels_text;
static const char *current;

static const struct {
    const char *name;
    void (*run)(void);
} SECTIONS[] = {
    { "start", start },
    { "devices", devices },
    { "properties", properties },
    { "contexts", contexts },
    { "memory", memory },
    { "pitches", pitches },
    { "host memory", host_memory },
    { "copies", copies },
    { "pointers", pointers },
    { "rectangles", rectangles },
    { "arrays", arrays },
    { "textures", textures },
    { "managed", managed },
    { "streams", streams },
    { "events", events },
    { "graph nodes", graph_nodes },
    { "graph edges", graph_edges },
    { "graph kernels", graph_kernels },
    { "graph hosts", graph_hosts },
    { "graph copies", graph_copies },
    { "graph fills", graph_fills },
    { "graph events", graph_events },
    { "graph executables", graph_execs },
    { "graph updates", graph_updates },
    { "graph clones", graph_clones },
    { "graph generic", graph_generic },
    { "user objects", user_objects },
    { "graph conditionals", graph_conditionals },
    { "graph batches", graph_batches },
    { "graph memory", graph_memory },
    { "graph memory kept", graph_memory_kept },
    { "graph memory reuse", graph_memory_reuse },
    { "captures", captures },
    { "capture errors", capture_errors },
    { "capture modes", capture_modes },
    { "capture to graph", capture_to_graph },
    { "images", images },
    { "symbols", symbols },
    { "launches", launches },
    { "functions", functions },
    { "limits", limits },
    { "errors", errors },
    { "per-thread streams", per_thread_streams },
    { "stream attributes", stream_attributes },
    { "entry points", entry_points },
    { "launch structures", launch_structures },
    { "clusters", clusters },
    { "names and switches", names_and_switches },
    { "links", links },
    { "libraries", libraries },
    { "registration", registration },
    { "tensor maps", tensor_maps },
    { "multicast objects", multicast_objects },
    { "registered", registered },
    { "stream memory", stream_memory },
    { "batches", batches },
    { "pools", pools },
    { "pool reuse", pool_reuse },
    { "virtual memory", virtual_memory },
    { "ipc", ipc },
    { "ipc child", ipc_child },
    { "peers", peers },
    { "two devices", two_devices },
    { "texture references", texture_references },
    { "interop", interop },
    { "stubs", stubs },
    { "illegal store", illegal_store },
    { "illegal store, primary context", illegal_store_primary },
    { "illegal store, green context", illegal_store_green },
    { "trap", trap },
    { "callbacks behind a trap", callbacks_behind_a_trap },
    { "misaligned store", misaligned_store },
};
#define COUNT (sizeof SECTIONS / sizeof *SECTIONS)

void say(const char *scenario, hipError_t code)
{
    printf("%s\t%s\t%s\n", current, scenario, hipGetErrorName(code));
    fflush(stdout);
}

void tell(const char *scenario, long long value)
{
    printf("%s\t%s\t%lld\n", current, scenario, value);
    fflush(stdout);
}

hipFunction_t kernel(const char *name)
{
    static hipModule_t module;
    hipFunction_t function = NULL;
    if (module == NULL && hipModuleLoad(&module, kernels_path) != hipSuccess) {
        fprintf(stderr, "%s does not load\n", kernels_path);
        exit(1);
    }
    if (hipModuleGetFunction(&function, module, name) != hipSuccess) {
        fprintf(stderr, "no kernel %s\n", name);
        exit(1);
    }
    return function;
}

hipError_t launch(hipFunction_t function, unsigned grid, unsigned block, unsigned shared, void **params)
{
    return hipModuleLaunchKernel(function, grid, 1, 1, block, 1, 1, shared, NULL, params, NULL);
}

hipError_t launch_in(hipFunction_t function, hipStream_t stream, void **params)
{
    return hipModuleLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, stream, params, NULL);
}

static const char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    static char text[1 << 16];
    size_t length;
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = 0;
    return text;
}

int main(int argc, char **argv)
{
    size_t n;
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (n = 0; n < COUNT; n++)
            puts(SECTIONS[n].name);
        return 0;
    }
    if (argc != 3) {
        fprintf(stderr, "usage: %s --list | SECTION KERNELS\n", argv[0]);
        return 2;
    }
    kernels_path = argv[2];
    kernels_text = read_text(kernels_path);
    for (n = 0; n < COUNT; n++) {
        if (strcmp(SECTIONS[n].name, argv[1]) == 0) {
            current = SECTIONS[n].name;
            SECTIONS[n].run();
            return 0;
        }
    }
    fprintf(stderr, "no section %s\n", argv[1]);
    return 2;
}
