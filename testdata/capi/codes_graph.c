/* Sections of codes.c: graphs, as they are built. The calls are spelt so that a recorder can make CUDA's of them. */
#include "codes.h"

#include <string.h>

static void host_function(void *data)
{
    *(int *)data += 1;
}

/* A graph of three empty nodes, the third behind the others. */
static hipGraph_t three(hipGraphNode_t node[3])
{
    hipGraph_t graph = NULL;
    hipGraphCreate(&graph, 0);
    hipGraphAddEmptyNode(&node[0], graph, NULL, 0);
    hipGraphAddEmptyNode(&node[1], graph, NULL, 0);
    hipGraphAddEmptyNode(&node[2], graph, node, 2);
    return graph;
}

void graph_nodes(void)
{
    hipGraph_t graph = NULL, other = NULL;
    hipGraphNode_t node[3] = { 0 }, foreign[3] = { 0 }, twice[2], made = NULL, list[8] = { 0 }, to[8] = { 0 };
    hipGraphNodeType type = hipGraphNodeTypeKernel;
    size_t count = 0;
    say("create, null place", hipGraphCreate(NULL, 0));
    say("create, flags 1", hipGraphCreate(&graph, 1));
    say("create", hipGraphCreate(&graph, 0));
    say("nodes of an empty graph", hipGraphGetNodes(graph, NULL, &count));
    tell("no nodes", (long long)count);
    say("add, null place", hipGraphAddEmptyNode(NULL, graph, NULL, 0));
    say("add, null graph", hipGraphAddEmptyNode(&made, NULL, NULL, 0));
    say("add, one dependency and no list", hipGraphAddEmptyNode(&made, graph, NULL, 1));
    graph = three(node);
    other = three(foreign);
    say("add behind another graph's node", hipGraphAddEmptyNode(&made, graph, foreign, 1));
    twice[0] = twice[1] = node[0];
    say("add twice behind the same node", hipGraphAddEmptyNode(&made, graph, twice, 2));
    list[0] = NULL;
    say("add behind a null node", hipGraphAddEmptyNode(&made, graph, list, 1));
    say("nodes", hipGraphGetNodes(graph, NULL, &count));
    tell("three nodes", (long long)count);
    count = 8;
    say("nodes, room for 8", hipGraphGetNodes(graph, list, &count));
    tell("three came", (long long)count);
    tell("in order", list[0] == node[0] && list[1] == node[1] && list[2] == node[2]);
    tell("behind them null", list[3] == NULL && list[7] == NULL);
    count = 2;
    say("nodes, room for 2", hipGraphGetNodes(graph, list, &count));
    tell("two came", (long long)count);
    say("nodes, null count", hipGraphGetNodes(graph, list, NULL));
    say("nodes, null graph", hipGraphGetNodes(NULL, list, &count));
    count = 8;
    say("roots", hipGraphGetRootNodes(graph, list, &count));
    tell("two roots", (long long)count);
    tell("roots in order", list[0] == node[0] && list[1] == node[1]);
    say("roots, null count", hipGraphGetRootNodes(graph, list, NULL));
    say("roots, null graph", hipGraphGetRootNodes(NULL, list, &count));
    count = 8;
    say("edges", hipGraphGetEdges(graph, list, to, &count));
    tell("two edges", (long long)count);
    tell("to the third", to[0] == node[2] && to[1] == node[2]);
    tell("from the first two", list[0] != list[1] && (list[0] == node[0] || list[0] == node[1]));
    say("edges, how many", hipGraphGetEdges(graph, NULL, NULL, &count));
    say("edges, one list", hipGraphGetEdges(graph, list, NULL, &count));
    say("edges, null count", hipGraphGetEdges(graph, list, to, NULL));
    say("edges, null graph", hipGraphGetEdges(NULL, list, to, &count));
    count = 8;
    say("dependencies", hipGraphNodeGetDependencies(node[2], list, &count));
    tell("two dependencies", (long long)count);
    say("dependencies, null node", hipGraphNodeGetDependencies(NULL, list, &count));
    say("dependencies, null count", hipGraphNodeGetDependencies(node[2], list, NULL));
    count = 8;
    say("dependents", hipGraphNodeGetDependentNodes(node[0], list, &count));
    tell("one dependent", (long long)count);
    tell("the third", list[0] == node[2]);
    say("dependents, null node", hipGraphNodeGetDependentNodes(NULL, list, &count));
    say("dependents, null count", hipGraphNodeGetDependentNodes(node[0], list, NULL));
    say("type", hipGraphNodeGetType(node[0], &type));
    tell("empty", type);
    say("type, null place", hipGraphNodeGetType(node[0], NULL));
    say("type, null node", hipGraphNodeGetType(NULL, &type));
    say("destroy a node", hipGraphDestroyNode(node[0]));
    count = 8;
    hipGraphGetEdges(graph, list, to, &count);
    tell("one edge is left", (long long)count);
    say("destroy a null node", hipGraphDestroyNode(NULL));
    say("destroy", hipGraphDestroy(graph));
    say("destroy null", hipGraphDestroy(NULL));
    say("destroy the other", hipGraphDestroy(other));
}

void graph_edges(void)
{
    hipGraphNode_t node[3] = { 0 }, foreign[3] = { 0 }, list[8], to[8];
    hipGraph_t graph = three(node), other = three(foreign);
    hipGraphExec_t exec = NULL;
    size_t count = 0;
    say("add", hipGraphAddDependencies(graph, &node[0], &node[1], 1));
    say("add again", hipGraphAddDependencies(graph, &node[0], &node[1], 1));
    say("add none", hipGraphAddDependencies(graph, NULL, NULL, 0));
    say("add one of no list", hipGraphAddDependencies(graph, NULL, NULL, 1));
    say("add, null graph", hipGraphAddDependencies(NULL, &node[0], &node[1], 1));
    say("add to itself", hipGraphAddDependencies(graph, &node[0], &node[0], 1));
    say("add from another graph", hipGraphAddDependencies(graph, &foreign[0], &node[1], 1));
    say("add to another graph", hipGraphAddDependencies(graph, &node[1], &foreign[0], 1));
    list[0] = node[1];
    list[1] = node[1];
    to[0] = to[1] = node[2];
    say("add the same twice", hipGraphAddDependencies(graph, list, to, 2));
    hipGraphGetEdges(graph, NULL, NULL, &count);
    tell("three edges", (long long)count);
    say("remove", hipGraphRemoveDependencies(graph, &node[0], &node[1], 1));
    say("remove again", hipGraphRemoveDependencies(graph, &node[0], &node[1], 1));
    say("remove none", hipGraphRemoveDependencies(graph, NULL, NULL, 0));
    say("remove, null graph", hipGraphRemoveDependencies(NULL, &node[0], &node[1], 1));
    say("remove one of no list", hipGraphRemoveDependencies(graph, NULL, NULL, 1));
    say("remove from another graph", hipGraphRemoveDependencies(graph, &foreign[0], &node[2], 1));
    say("close a circle", hipGraphAddDependencies(graph, &node[2], &node[0], 1));
    say("instantiate a circle", hipGraphInstantiateWithFlags(&exec, graph, 0));
    say("open it", hipGraphRemoveDependencies(graph, &node[2], &node[0], 1));
    say("instantiate", hipGraphInstantiateWithFlags(&exec, graph, 0));
    say("destroy the executable", hipGraphExecDestroy(exec));
    say("destroy the executable null", hipGraphExecDestroy(NULL));
    hipGraphDestroy(graph);
    hipGraphDestroy(other);
}

void graph_kernels(void)
{
    unsigned *place = NULL, n = 16, value = 5;
    void *params[] = { &place, &n, &value }, *bad[] = { NULL, NULL, NULL };
    hipKernelNodeParams kernel_of = { 0 }, got;
    hipLaunchAttributeValue attribute;
    hipGraph_t graph = NULL;
    hipGraphNode_t node = NULL, second = NULL, empty = NULL;
    hipGraphExec_t exec = NULL;
    unsigned back[16];
    hipMalloc((void **)&place, 64);
    hipMemset(place, 0, 64);
    hipGraphCreate(&graph, 0);
    hipGraphAddEmptyNode(&empty, graph, NULL, 0);
    kernel_of.func = (void *)kernel("add");
    kernel_of.gridDim.x = kernel_of.gridDim.y = kernel_of.gridDim.z = 1;
    kernel_of.blockDim.x = 16;
    kernel_of.blockDim.y = kernel_of.blockDim.z = 1;
    kernel_of.kernelParams = params;
    say("add, null parameters", hipGraphAddKernelNode(&node, graph, NULL, 0, NULL));
    say("add, null place", hipGraphAddKernelNode(NULL, graph, NULL, 0, &kernel_of));
    say("add, null graph", hipGraphAddKernelNode(&node, NULL, NULL, 0, &kernel_of));
    got = kernel_of;
    got.func = NULL;
    say("add, null function", hipGraphAddKernelNode(&node, graph, NULL, 0, &got));
    got = kernel_of;
    got.gridDim.x = 0;
    say("add, grid 0", hipGraphAddKernelNode(&node, graph, NULL, 0, &got));
    got = kernel_of;
    got.blockDim.x = 0;
    say("add, block 0", hipGraphAddKernelNode(&node, graph, NULL, 0, &got));
    got.blockDim.x = 2048;
    say("add, block 2048", hipGraphAddKernelNode(&node, graph, NULL, 0, &got));
    got = kernel_of;
    got.gridDim.y = 70000;
    say("add, grid y 70000", hipGraphAddKernelNode(&node, graph, NULL, 0, &got));
    got = kernel_of;
    got.sharedMemBytes = 1 << 30;
    say("add, shared 1 GiB", hipGraphAddKernelNode(&node, graph, NULL, 0, &got));
    got = kernel_of;
    got.kernelParams = NULL;
    say("add, no arguments", hipGraphAddKernelNode(&node, graph, NULL, 0, &got));
    got.extra = bad;
    got.kernelParams = params;
    say("add, arguments both ways", hipGraphAddKernelNode(&node, graph, NULL, 0, &got));
    say("add", hipGraphAddKernelNode(&node, graph, NULL, 0, &kernel_of));
    value = 6;
    say("get", hipGraphKernelNodeGetParams(node, &got));
    tell("grid", got.gridDim.x);
    tell("block", got.blockDim.x);
    tell("arguments are copies", got.kernelParams != params && *(unsigned *)got.kernelParams[2] == 5);
    say("get, null place", hipGraphKernelNodeGetParams(node, NULL));
    say("get, null node", hipGraphKernelNodeGetParams(NULL, &got));
    say("get of an empty node", hipGraphKernelNodeGetParams(empty, &got));
    say("set of an empty node", hipGraphKernelNodeSetParams(empty, &kernel_of));
    say("set, null", hipGraphKernelNodeSetParams(node, NULL));
    got = kernel_of;
    got.blockDim.x = 2048;
    say("set, block 2048", hipGraphKernelNodeSetParams(node, &got));
    say("instantiate", hipGraphInstantiateWithFlags(&exec, graph, 0));
    say("launch", hipGraphLaunch(exec, NULL));
    hipMemcpy(back, place, 64, hipMemcpyDefault);
    tell("added the value that it was made with", back[15]);
    say("set", hipGraphKernelNodeSetParams(node, &kernel_of));
    hipGraphLaunch(exec, NULL);
    hipMemcpy(back, place, 64, hipMemcpyDefault);
    tell("the executable keeps its own", back[15]);
    value = 7;
    say("exec set", hipGraphExecKernelNodeSetParams(exec, node, &kernel_of));
    hipGraphLaunch(exec, NULL);
    hipMemcpy(back, place, 64, hipMemcpyDefault);
    tell("adds the new value", back[15]);
    say("exec set, null", hipGraphExecKernelNodeSetParams(exec, node, NULL));
    say("exec set, null node", hipGraphExecKernelNodeSetParams(exec, NULL, &kernel_of));
    say("exec set, null executable", hipGraphExecKernelNodeSetParams(NULL, node, &kernel_of));
    say("exec set of an empty node", hipGraphExecKernelNodeSetParams(exec, empty, &kernel_of));
    got = kernel_of;
    got.gridDim.x = 0;
    say("exec set, grid 0", hipGraphExecKernelNodeSetParams(exec, node, &got));
    hipGraphAddKernelNode(&second, graph, NULL, 0, &kernel_of);
    say("exec set of a later node", hipGraphExecKernelNodeSetParams(exec, second, &kernel_of));
    memset(&attribute, 0, sizeof attribute);
    say("attribute cooperative", hipGraphKernelNodeGetAttribute(node, hipLaunchAttributeCooperative, &attribute));
    tell("is not", attribute.cooperative);
    attribute.cooperative = 1;
    say("set cooperative", hipGraphKernelNodeSetAttribute(node, hipLaunchAttributeCooperative, &attribute));
    attribute.cooperative = 0;
    say("attribute cooperative again", hipGraphKernelNodeGetAttribute(node, hipLaunchAttributeCooperative, &attribute));
    tell("is now", attribute.cooperative);
    say("copy attributes", hipGraphKernelNodeCopyAttributes(node, second));
    attribute.cooperative = 0;
    hipGraphKernelNodeGetAttribute(second, hipLaunchAttributeCooperative, &attribute);
    tell("copied", attribute.cooperative);
    attribute.priority = -3;
    say("set priority", hipGraphKernelNodeSetAttribute(node, hipLaunchAttributePriority, &attribute));
    attribute.priority = 0;
    say("attribute priority", hipGraphKernelNodeGetAttribute(node, hipLaunchAttributePriority, &attribute));
    tell("priority", attribute.priority);
    say("attribute, null place", hipGraphKernelNodeGetAttribute(node, hipLaunchAttributeCooperative, NULL));
    say("attribute 999", hipGraphKernelNodeGetAttribute(node, (hipLaunchAttributeID)999, &attribute));
    say("set attribute 999", hipGraphKernelNodeSetAttribute(node, (hipLaunchAttributeID)999, &attribute));
    say("attribute of an empty node", hipGraphKernelNodeGetAttribute(empty, hipLaunchAttributeCooperative, &attribute));
    say("copy attributes from an empty node", hipGraphKernelNodeCopyAttributes(empty, node));
    hipGraphExecDestroy(exec);
    hipGraphDestroy(graph);
}

void graph_hosts(void)
{
    hipHostNodeParams call = { host_function, NULL }, got = { NULL, NULL };
    hipGraph_t graph = NULL;
    hipGraphNode_t node = NULL, empty = NULL;
    hipGraphExec_t exec = NULL;
    int calls = 0, others = 0;
    call.userData = &calls;
    hipGraphCreate(&graph, 0);
    hipGraphAddEmptyNode(&empty, graph, NULL, 0);
    say("add, null parameters", hipGraphAddHostNode(&node, graph, NULL, 0, NULL));
    got.userData = &calls;
    say("add, null function", hipGraphAddHostNode(&node, graph, NULL, 0, &got));
    say("add, null place", hipGraphAddHostNode(NULL, graph, NULL, 0, &call));
    say("add, null graph", hipGraphAddHostNode(&node, NULL, NULL, 0, &call));
    say("add", hipGraphAddHostNode(&node, graph, NULL, 0, &call));
    say("get", hipGraphHostNodeGetParams(node, &got));
    tell("the same", got.fn == host_function && got.userData == &calls);
    say("get, null place", hipGraphHostNodeGetParams(node, NULL));
    say("get of an empty node", hipGraphHostNodeGetParams(empty, &got));
    say("set, null", hipGraphHostNodeSetParams(node, NULL));
    say("set of an empty node", hipGraphHostNodeSetParams(empty, &call));
    say("instantiate", hipGraphInstantiateWithFlags(&exec, graph, 0));
    say("launch", hipGraphLaunch(exec, NULL));
    say("launch again", hipGraphLaunch(exec, NULL));
    hipDeviceSynchronize();
    tell("calls", calls);
    call.userData = &others;
    say("set", hipGraphHostNodeSetParams(node, &call));
    hipGraphLaunch(exec, NULL);
    hipDeviceSynchronize();
    tell("the executable keeps its own", others);
    say("exec set", hipGraphExecHostNodeSetParams(exec, node, &call));
    hipGraphLaunch(exec, NULL);
    hipDeviceSynchronize();
    tell("other calls", others);
    say("exec set, null", hipGraphExecHostNodeSetParams(exec, node, NULL));
    say("exec set of an empty node", hipGraphExecHostNodeSetParams(exec, empty, &call));
    say("destroy the executable", hipGraphExecDestroy(exec));
    hipGraphDestroy(graph);
}
