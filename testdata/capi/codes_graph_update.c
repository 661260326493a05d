/* Sections of codes.c: updates of executables, clones, graphs in graphs, generic parameters, user objects. */
#include "codes.h"

#include <string.h>

static void host_function(void *data)
{
    *(int *)data += 1;
}

/* A host node with, behind it, a fill or an empty node; more nodes for more to tell. */
static hipGraph_t variant(int kind, int *calls, void *place, unsigned value)
{
    hipHostNodeParams call = { host_function, NULL };
    hipMemsetParams fill;
    hipGraph_t graph = NULL;
    hipGraphNode_t first = NULL, second = NULL, third = NULL;
    call.userData = calls;
    memset(&fill, 0, sizeof fill);
    fill.dst = place;
    fill.elementSize = 4;
    fill.value = value;
    fill.width = 1;
    fill.height = 1;
    hipGraphCreate(&graph, 0);
    hipGraphAddHostNode(&first, graph, NULL, 0, &call);
    if (kind == 1)
        hipGraphAddEmptyNode(&second, graph, &first, 1);
    else
        hipGraphAddMemsetNode(&second, graph, &first, kind == 2 ? 0 : 1, &fill);
    if (kind == 3)
        hipGraphAddEmptyNode(&third, graph, &second, 1);
    return graph;
}

static void update(const char *scenario, const char *result, const char *node, hipGraphExec_t exec, hipGraph_t graph)
{
    hipGraphNode_t wrong = NULL;
    hipGraphExecUpdateResult why = (hipGraphExecUpdateResult)99;
    say(scenario, hipGraphExecUpdate(exec, graph, &wrong, &why));
    tell(result, why);
    tell(node, wrong != NULL);
}

void graph_updates(void)
{
    unsigned *place = NULL, back = 0, value = 1, n = 1;
    void *params[] = { &place, &n, &value };
    hipKernelNodeParams with;
    hipGraphExec_t exec = NULL, kernels = NULL;
    hipGraph_t graph, same, one, two, kernel_graph = NULL, other = NULL;
    hipGraphNode_t wrong = NULL, node = NULL;
    hipGraphExecUpdateResult why;
    int calls = 0, others = 0;
    hipMalloc((void **)&place, 64);
    graph = variant(0, &calls, place, 3);
    same = variant(0, &others, place, 4);
    one = variant(1, &calls, place, 3);
    two = variant(2, &calls, place, 3);
    hipGraphInstantiateWithFlags(&exec, graph, 0);
    update("with the same shape", "success", "no node", exec, same);
    say("launch", hipGraphLaunch(exec, NULL));
    hipMemcpy(&back, place, 4, hipMemcpyDefault);
    tell("new value", back);
    tell("new function", others);
    update("with another type", "type changed", "its node", exec, one);
    update("with another edge", "topology changed", "a node", exec, two);
    update("with a node more", "topology changed too", "a node more", exec, variant(3, &calls, place, 3));
    say("null executable", hipGraphExecUpdate(NULL, same, &wrong, &why));
    say("null graph", hipGraphExecUpdate(exec, NULL, &wrong, &why));
    say("null places", hipGraphExecUpdate(exec, same, NULL, NULL));
    say("launch after failures", hipGraphLaunch(exec, NULL));
    hipDeviceSynchronize();
    tell("function of the last that went", others);
    memset(&with, 0, sizeof with);
    with.func = (void *)kernel("add");
    with.gridDim.x = with.gridDim.y = with.gridDim.z = 1;
    with.blockDim = with.gridDim;
    with.kernelParams = params;
    hipGraphCreate(&kernel_graph, 0);
    hipGraphAddKernelNode(&node, kernel_graph, NULL, 0, &with);
    hipGraphInstantiateWithFlags(&kernels, kernel_graph, 0);
    hipGraphCreate(&other, 0);
    with.func = (void *)kernel("store");
    hipGraphAddKernelNode(&node, other, NULL, 0, &with);
    update("with another kernel", "success of another kernel", "no node of it", kernels, other);
    say("launch the other kernel", hipGraphLaunch(kernels, NULL));
    hipMemcpy(&back, place, 4, hipMemcpyDefault);
    tell("what it stores", back);
}

void graph_clones(void)
{
    unsigned *place = NULL;
    int calls = 0;
    size_t count = 0;
    hipGraph_t graph, clone = NULL, inside = NULL, parent = NULL, null = NULL;
    hipGraphNode_t nodes[4] = { 0 }, found = NULL, child = NULL, later = NULL;
    hipGraphNodeType type = hipGraphNodeTypeEmpty;
    hipGraphExec_t exec = NULL;
    hipMalloc((void **)&place, 64);
    graph = variant(0, &calls, place, 3);
    count = 4;
    hipGraphGetNodes(graph, nodes, &count);
    say("clone", hipGraphClone(&clone, graph));
    say("clone, null place", hipGraphClone(NULL, graph));
    say("clone, null graph", hipGraphClone(&null, NULL));
    say("find", hipGraphNodeFindInClone(&found, nodes[1], clone));
    tell("another node", found != NULL && found != nodes[1]);
    say("find, null place", hipGraphNodeFindInClone(NULL, nodes[1], clone));
    say("find, null node", hipGraphNodeFindInClone(&found, NULL, clone));
    say("find, null graph", hipGraphNodeFindInClone(&found, nodes[1], NULL));
    say("find in the original", hipGraphNodeFindInClone(&found, nodes[1], graph));
    hipGraphAddEmptyNode(&later, graph, NULL, 0);
    say("find a later node", hipGraphNodeFindInClone(&found, later, clone));
    say("destroy the original", hipGraphDestroyNode(later));
    hipGraphCreate(&parent, 0);
    say("add a child, null place", hipGraphAddChildGraphNode(NULL, parent, NULL, 0, clone));
    say("add a child, null child", hipGraphAddChildGraphNode(&child, parent, NULL, 0, NULL));
    say("add a child, null graph", hipGraphAddChildGraphNode(&child, NULL, NULL, 0, clone));
    say("add a child", hipGraphAddChildGraphNode(&child, parent, NULL, 0, graph));
    say("type of it", hipGraphNodeGetType(child, &type));
    tell("graph", type);
    say("get the child", hipGraphChildGraphNodeGetGraph(child, &inside));
    tell("a graph of its own", inside != graph && inside != NULL);
    count = 9;
    say("nodes of the child", hipGraphGetNodes(inside, NULL, &count));
    tell("two nodes", (long long)count);
    say("get the child, null place", hipGraphChildGraphNodeGetGraph(child, NULL));
    say("get the child of no child", hipGraphChildGraphNodeGetGraph(nodes[0], &inside));
    say("destroy the child's graph", hipGraphDestroy(inside));
    say("instantiate the parent", hipGraphInstantiateWithFlags(&exec, parent, 0));
    say("launch", hipGraphLaunch(exec, NULL));
    hipDeviceSynchronize();
    tell("calls", calls);
    say("exec set the child", hipGraphExecChildGraphNodeSetParams(exec, child, clone));
    say("exec set the child, null", hipGraphExecChildGraphNodeSetParams(exec, child, NULL));
    say("exec set the child, another shape", hipGraphExecChildGraphNodeSetParams(exec, child, parent));
    say("exec set of no child", hipGraphExecChildGraphNodeSetParams(exec, nodes[0], clone));
    hipGraphLaunch(exec, NULL);
    hipDeviceSynchronize();
    tell("calls of both", calls);
    hipGraphExecDestroy(exec);
    hipGraphDestroy(parent);
    hipGraphDestroy(graph);
    hipGraphDestroy(clone);
}

void graph_generic(void)
{
    int calls = 0;
    unsigned *place = NULL;
    hipGraph_t graph = NULL;
    hipGraphNode_t host = NULL, fill = NULL, node = NULL;
    hipGraphNodeType type = hipGraphNodeTypeEmpty;
    hipGraphExec_t exec = NULL;
    hipGraphNodeParams of;
    hipMalloc((void **)&place, 64);
    hipGraphCreate(&graph, 0);
    memset(&of, 0, sizeof of);
    of.type = hipGraphNodeTypeHost;
    of.host.fn = host_function;
    of.host.userData = &calls;
    say("add, null place", hipGraphAddNode(NULL, graph, NULL, 0, &of));
    say("add, null graph", hipGraphAddNode(&node, NULL, NULL, 0, &of));
    say("add, null parameters", hipGraphAddNode(&node, graph, NULL, 0, NULL));
    say("add a host node", hipGraphAddNode(&host, graph, NULL, 0, &of));
    memset(&of, 0, sizeof of);
    of.type = hipGraphNodeTypeMemset;
    of.memset.dst = place;
    of.memset.elementSize = 4;
    of.memset.width = 16;
    of.memset.height = 1;
    say("add a fill", hipGraphAddNode(&fill, graph, &host, 1, &of));
    hipGraphNodeGetType(fill, &type);
    tell("fill", type);
    of.memset.value = 5;
    say("set a fill", hipGraphNodeSetParams(fill, &of));
    say("set a fill, null", hipGraphNodeSetParams(fill, NULL));
    say("set a host node to a fill", hipGraphNodeSetParams(host, &of));
    memset(&of, 0, sizeof of);
    of.type = hipGraphNodeTypeEmpty;
    say("add an empty node", hipGraphAddNode(&node, graph, &fill, 1, &of));
    of.type = (hipGraphNodeType)99;
    say("add type 99", hipGraphAddNode(&node, graph, &fill, 1, &of));
    memset(&of, 0, sizeof of);
    of.type = hipGraphNodeTypeEmpty;
    of.reserved0[1] = 1;
    say("add with a reserved field set", hipGraphAddNode(&node, graph, &fill, 1, &of));
    say("instantiate", hipGraphInstantiateWithFlags(&exec, graph, 0));
    memset(&of, 0, sizeof of);
    of.type = hipGraphNodeTypeHost;
    of.host.fn = host_function;
    of.host.userData = &calls;
    say("exec set", hipGraphExecNodeSetParams(exec, host, &of));
    say("exec set of another type", hipGraphExecNodeSetParams(exec, fill, &of));
    say("exec set, null", hipGraphExecNodeSetParams(exec, host, NULL));
    say("launch", hipGraphLaunch(exec, NULL));
    hipDeviceSynchronize();
    tell("calls", calls);
}

void user_objects(void)
{
    static int freed, others;
    hipUserObject_t object = NULL, other = NULL;
    hipGraph_t graph = NULL, clone = NULL;
    hipGraphExec_t exec = NULL;
    say("create, null place", hipUserObjectCreate(NULL, &freed, host_function, 1, hipUserObjectNoDestructorSync));
    say("create, null function", hipUserObjectCreate(&object, &freed, NULL, 1, hipUserObjectNoDestructorSync));
    say("create, count 0", hipUserObjectCreate(&object, &freed, host_function, 0, hipUserObjectNoDestructorSync));
    say("create, flags 0", hipUserObjectCreate(&object, &freed, host_function, 1, 0));
    say("create, flags 3", hipUserObjectCreate(&object, &freed, host_function, 1, 3));
    say("create, null data", hipUserObjectCreate(&other, NULL, host_function, 1, hipUserObjectNoDestructorSync));
    say("create", hipUserObjectCreate(&object, &freed, host_function, 2, hipUserObjectNoDestructorSync));
    say("retain", hipUserObjectRetain(object, 1));
    say("retain 0", hipUserObjectRetain(object, 0));
    say("retain null", hipUserObjectRetain(NULL, 1));
    say("release 2", hipUserObjectRelease(object, 2));
    say("release 0", hipUserObjectRelease(object, 0));
    say("release null", hipUserObjectRelease(NULL, 1));
    tell("not freed", freed);
    hipGraphCreate(&graph, 0);
    say("retain by a graph, null graph", hipGraphRetainUserObject(NULL, object, 1, 0));
    say("retain by a graph, null object", hipGraphRetainUserObject(graph, NULL, 1, 0));
    say("retain by a graph, 0", hipGraphRetainUserObject(graph, object, 0, 0));
    say("retain by a graph, flags 2", hipGraphRetainUserObject(graph, object, 1, 2));
    say("retain by a graph, moved", hipGraphRetainUserObject(graph, object, 1, hipGraphUserObjectMove));
    say("retain by a graph, once more", hipGraphRetainUserObject(graph, object, 1, 0));
    say("release by a graph", hipGraphReleaseUserObject(graph, object, 1));
    say("release by a graph, 0", hipGraphReleaseUserObject(graph, object, 0));
    say("release by a graph, null object", hipGraphReleaseUserObject(graph, NULL, 1));
    tell("held by the graph", freed);
    say("clone", hipGraphClone(&clone, graph));
    say("instantiate", hipGraphInstantiateWithFlags(&exec, graph, 0));
    say("destroy the graph", hipGraphDestroy(graph));
    tell("held by clone and executable", freed);
    say("launch", hipGraphLaunch(exec, NULL));
    say("destroy the clone", hipGraphDestroy(clone));
    hipDeviceSynchronize();
    say("destroy the executable", hipGraphExecDestroy(exec));
    hipDeviceSynchronize();
    hipStreamSynchronize(NULL);
    tell("freed", freed);
    say("create another", hipUserObjectCreate(&object, &others, host_function, 1, hipUserObjectNoDestructorSync));
    say("release it", hipUserObjectRelease(object, 1));
    tell("freed at once", others);
}
