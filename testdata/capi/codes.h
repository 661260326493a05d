/* What the sections of codes.c share. */
#ifndef CODES_H
#define CODES_H

#include <hip/hip_runtime.h>

/* One line: section, scenario, the name of the code. */
void say(const char *scenario, hipError_t code);
/* One line: section, scenario, a number. */
void tell(const char *scenario, long long value);

/* The kernels' file, and its text. */
extern const char *kernels_path;
extern const char *kernels_text;

/* A word that never was a handle. */
#define GARBAGE(type) ((type)(uintptr_t)0xdeadbeef)

/* An address below or above another. */
#define AT(pointer, bytes) ((void *)((char *)(pointer) + (bytes)))

hipFunction_t kernel(const char *name);
/* One block of four threads. */
hipError_t launch_in(hipFunction_t function, hipStream_t stream, void **params);
hipError_t launch(hipFunction_t function, unsigned grid, unsigned block, unsigned shared, void **params);

/* What stands for a kernel of kernels.ptx in the host's code. */
const void *host_kernel(const char *name);

/* Sections. */
void start(void);
void devices(void);
void properties(void);
void contexts(void);
void memory(void);
void pitches(void);
void host_memory(void);
void copies(void);
void pointers(void);
void rectangles(void);
void arrays(void);
void textures(void);
void managed(void);
void streams(void);
void events(void);
void graph_nodes(void);
void graph_edges(void);
void graph_kernels(void);
void graph_hosts(void);
void graph_copies(void);
void graph_fills(void);
void graph_events(void);
void graph_execs(void);
void graph_updates(void);
void graph_clones(void);
void graph_generic(void);
void user_objects(void);
void graph_conditionals(void);
void graph_batches(void);
void graph_memory(void);
void graph_memory_kept(void);
void graph_memory_reuse(void);
void captures(void);
void capture_errors(void);
void capture_modes(void);
void capture_to_graph(void);
void images(void);
void symbols(void);
void launches(void);
void functions(void);
void limits(void);
void errors(void);
void per_thread_streams(void);
void stream_attributes(void);
void entry_points(void);
void launch_structures(void);
void clusters(void);
void names_and_switches(void);
void links(void);
void libraries(void);
void registration(void);
void tensor_maps(void);
void multicast_objects(void);
void registered(void);
void stream_memory(void);
void batches(void);
void pools(void);
void pool_reuse(void);
void virtual_memory(void);
void ipc(void);
void ipc_child(void);
void peers(void);
void two_devices(void);
void texture_references(void);
void interop(void);
void stubs(void);
void illegal_store(void);
void illegal_store_primary(void);
void illegal_store_green(void);
void trap(void);
void callbacks_behind_a_trap(void);
void misaligned_store(void);

#endif
