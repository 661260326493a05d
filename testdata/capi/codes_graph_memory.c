/* Sections of codes.c: memory that graphs allocate and free. */
#include "codes.h"

#include <string.h>

static hipMemAllocNodeParams request(size_t bytes)
{
    hipMemAllocNodeParams want;
    memset(&want, 0, sizeof want);
    want.poolProps.allocType = hipMemAllocationTypePinned;
    want.poolProps.location.type = hipMemLocationTypeDevice;
    want.bytesize = bytes;
    return want;
}

void graph_memory(void)
{
    hipMemAllocNodeParams want = request(4096), got;
    hipGraph_t graph = NULL, other = NULL;
    hipGraphNode_t node = NULL, fill = NULL, gone = NULL, empty = NULL, made = NULL;
    hipGraphNodeType type = hipGraphNodeTypeEmpty;
    hipGraphExec_t exec = NULL, second = NULL;
    hipMemsetParams set;
    void *out = NULL, *plain = NULL;
    hipGraphCreate(&graph, 0);
    hipMalloc(&plain, 64);
    hipGraphAddEmptyNode(&empty, graph, NULL, 0);
    hipGraphCreate(&other, 0);
    got = request(64);
    say("driver's alloc", hipGraphAddMemAllocNode(&node, other, NULL, 0, &got));
    say("driver's free", hipDrvGraphAddMemFreeNode(&gone, other, &node, 1, (hipDeviceptr_t)got.dptr));
    hipGraphDestroy(other);
    say("alloc, null place", hipGraphAddMemAllocNode(NULL, graph, NULL, 0, &want));
    say("alloc, null graph", hipGraphAddMemAllocNode(&node, NULL, NULL, 0, &want));
    say("alloc, null parameters", hipGraphAddMemAllocNode(&node, graph, NULL, 0, NULL));
    got = request(0);
    say("alloc, 0 bytes", hipGraphAddMemAllocNode(&node, graph, NULL, 0, &got));
    got = request(64);
    got.poolProps.allocType = (hipMemAllocationType)0;
    say("alloc, no type", hipGraphAddMemAllocNode(&node, graph, NULL, 0, &got));
    got = request(64);
    got.poolProps.location.id = 99;
    say("alloc, device 99", hipGraphAddMemAllocNode(&node, graph, NULL, 0, &got));
    got = request(64);
    got.poolProps.location.type = (hipMemLocationType)0;
    say("alloc, nowhere", hipGraphAddMemAllocNode(&node, graph, NULL, 0, &got));
    say("alloc", hipGraphAddMemAllocNode(&node, graph, NULL, 0, &want));
    tell("an address", want.dptr != NULL);
    say("type", hipGraphNodeGetType(node, &type));
    tell("alloc type", type);
    say("get", hipGraphMemAllocNodeGetParams(node, &got));
    tell("size", (long long)got.bytesize);
    tell("the same address", got.dptr == want.dptr);
    say("get, null place", hipGraphMemAllocNodeGetParams(node, NULL));
    say("get of an empty node", hipGraphMemAllocNodeGetParams(empty, &got));
    memset(&set, 0, sizeof set);
    set.dst = want.dptr;
    set.elementSize = 1;
    set.value = 5;
    set.width = 4096;
    set.height = 1;
    say("a fill of it", hipGraphAddMemsetNode(&fill, graph, &node, 1, &set));
    say("free, null address", hipGraphAddMemFreeNode(&gone, graph, &fill, 1, NULL));
    say("free, an address inside", hipGraphAddMemFreeNode(&gone, graph, &fill, 1, AT(want.dptr, 512)));
    say("free, plain memory", hipGraphAddMemFreeNode(&gone, graph, &fill, 1, plain));
    say("free", hipGraphAddMemFreeNode(&gone, graph, &fill, 1, want.dptr));
    say("free again", hipGraphAddMemFreeNode(&made, graph, &fill, 1, want.dptr));
    say("get of the free", hipGraphMemFreeNodeGetParams(gone, &out));
    tell("its address", out == want.dptr);
    say("get of the free, null place", hipGraphMemFreeNodeGetParams(gone, NULL));
    say("get of a free that is none", hipGraphMemFreeNodeGetParams(node, &out));
    say("clone", hipGraphClone(&other, graph));
    say("destroy a node", hipGraphDestroyNode(node));
    say("remove an edge", hipGraphRemoveDependencies(graph, &node, &fill, 1));
    hipGraphCreate(&other, 0);
    say("add as a child", hipGraphAddChildGraphNode(&made, other, NULL, 0, graph));
    say("instantiate", hipGraphInstantiateWithFlags(&exec, graph, 0));
    say("instantiate again", hipGraphInstantiateWithFlags(&second, graph, 0));
    say("launch", hipGraphLaunch(exec, NULL));
    say("launch again", hipGraphLaunch(exec, NULL));
    say("synchronize", hipDeviceSynchronize());
    say("destroy the executable", hipGraphExecDestroy(exec));
    say("instantiate after that", hipGraphInstantiateWithFlags(&exec, graph, 0));
    say("enabled of the allocation", hipGraphNodeSetEnabled(exec, node, 0));
    hipGraphExecDestroy(exec);
    say("destroy", hipGraphDestroy(graph));
}

void graph_memory_kept(void)
{
    hipMemAllocNodeParams want = request(4096);
    hipGraph_t graph = NULL, freeing = NULL;
    hipGraphNode_t node = NULL, gone = NULL;
    hipGraphExec_t exec = NULL, free_it = NULL, automatic = NULL;
    char byte = 0;
    hipGraphCreate(&graph, 0);
    say("alloc", hipGraphAddMemAllocNode(&node, graph, NULL, 0, &want));
    say("instantiate", hipGraphInstantiateWithFlags(&exec, graph, 0));
    say("launch", hipGraphLaunch(exec, NULL));
    say("it is there", hipMemset(want.dptr, 3, 4096));
    say("copy from it", hipMemcpy(&byte, AT(want.dptr, 4095), 1, hipMemcpyDeviceToHost));
    tell("what was set", byte);
    say("launch while it is there", hipGraphLaunch(exec, NULL));
    say("free it", hipFree(want.dptr));
    say("launch after that", hipGraphLaunch(exec, NULL));
    hipGraphCreate(&freeing, 0);
    say("a free in another graph", hipGraphAddMemFreeNode(&gone, freeing, NULL, 0, want.dptr));
    say("instantiate it", hipGraphInstantiateWithFlags(&free_it, freeing, 0));
    say("launch it", hipGraphLaunch(free_it, NULL));
    say("launch the first again", hipGraphLaunch(exec, NULL));
    say("launch the free again", hipGraphLaunch(free_it, NULL));
    say("synchronize", hipDeviceSynchronize());
    say("destroy the executable", hipGraphExecDestroy(exec));
    say("destroy the free", hipGraphExecDestroy(free_it));
    say("instantiate, auto free", hipGraphInstantiateWithFlags(&automatic, graph, hipGraphInstantiateFlagAutoFreeOnLaunch));
    say("launch, auto free", hipGraphLaunch(automatic, NULL));
    say("launch again, auto free", hipGraphLaunch(automatic, NULL));
    say("synchronize, auto free", hipDeviceSynchronize());
    hipGraphExecDestroy(automatic);
    hipGraphDestroy(graph);
}

void graph_memory_reuse(void)
{
    hipMemAllocNodeParams a = request(1 << 20), b = request(1 << 20), c = request(1 << 20);
    hipGraph_t graph = NULL;
    hipGraphNode_t node_a = NULL, free_a = NULL, node_b = NULL, node_c = NULL, gone = NULL;
    hipGraphExec_t exec = NULL;
    unsigned long long used = 99, high = 99, reserved = 99, zero = 0;
    hipGraphCreate(&graph, 0);
    say("used before", hipDeviceGetGraphMemAttribute(0, hipGraphMemAttrUsedMemCurrent, &used));
    tell("nothing used", (long long)used);
    hipGraphAddMemAllocNode(&node_a, graph, NULL, 0, &a);
    hipGraphAddMemFreeNode(&free_a, graph, &node_a, 1, a.dptr);
    say("alloc behind the free", hipGraphAddMemAllocNode(&node_b, graph, &free_a, 1, &b));
    tell("the same address", a.dptr == b.dptr);
    say("alloc beside it", hipGraphAddMemAllocNode(&node_c, graph, &node_a, 1, &c));
    tell("another address", c.dptr != a.dptr);
    hipGraphAddMemFreeNode(&gone, graph, &node_b, 1, b.dptr);
    hipGraphAddMemFreeNode(&gone, graph, &node_c, 1, c.dptr);
    say("instantiate", hipGraphInstantiateWithFlags(&exec, graph, 0));
    say("launch", hipGraphLaunch(exec, NULL));
    say("synchronize", hipDeviceSynchronize());
    say("used", hipDeviceGetGraphMemAttribute(0, hipGraphMemAttrUsedMemCurrent, &used));
    tell("used by the executable", (long long)used);
    say("high", hipDeviceGetGraphMemAttribute(0, hipGraphMemAttrUsedMemHigh, &high));
    tell("two at once", high >= 2 << 20);
    say("reserved", hipDeviceGetGraphMemAttribute(0, hipGraphMemAttrReservedMemCurrent, &reserved));
    tell("kept", reserved >= 2 << 20);
    say("attribute 9", hipDeviceGetGraphMemAttribute(0, (hipGraphMemAttributeType)9, &used));
    say("attribute, null place", hipDeviceGetGraphMemAttribute(0, hipGraphMemAttrUsedMemHigh, NULL));
    say("attribute, device 99", hipDeviceGetGraphMemAttribute(99, hipGraphMemAttrUsedMemHigh, &used));
    say("set high", hipDeviceSetGraphMemAttribute(0, hipGraphMemAttrUsedMemHigh, &zero));
    hipDeviceGetGraphMemAttribute(0, hipGraphMemAttrUsedMemHigh, &high);
    tell("high is now", (long long)high);
    zero = 5;
    say("set high to 5", hipDeviceSetGraphMemAttribute(0, hipGraphMemAttrUsedMemHigh, &zero));
    say("set used", hipDeviceSetGraphMemAttribute(0, hipGraphMemAttrUsedMemCurrent, &zero));
    say("set, null", hipDeviceSetGraphMemAttribute(0, hipGraphMemAttrUsedMemHigh, NULL));
    say("set, device 99", hipDeviceSetGraphMemAttribute(99, hipGraphMemAttrUsedMemHigh, &zero));
    say("trim", hipDeviceGraphMemTrim(0));
    say("trim, device 99", hipDeviceGraphMemTrim(99));
    hipGraphExecDestroy(exec);
    hipGraphDestroy(graph);
    say("trim again", hipDeviceGraphMemTrim(0));
    hipDeviceGetGraphMemAttribute(0, hipGraphMemAttrReservedMemCurrent, &reserved);
    tell("nothing kept", (long long)reserved);
}

void graph_batches(void)
{
    hipStreamBatchMemOpParams ops[2], *got;
    hipBatchMemOpNodeParams batch, back;
    hipGraph_t graph = NULL;
    hipGraphNode_t node = NULL, empty = NULL;
    hipGraphNodeType type = hipGraphNodeTypeEmpty;
    hipGraphExec_t exec = NULL;
    unsigned *place = NULL, value = 0;
    hipMalloc((void **)&place, 64);
    hipMemset(place, 0, 64);
    memset(ops, 0, sizeof ops);
    memset(&batch, 0, sizeof batch);
    ops[0].writeValue.operation = hipStreamMemOpWriteValue32;
    ops[0].writeValue.address = place;
    ops[0].writeValue.value = 5;
    ops[1].waitValue.operation = hipStreamMemOpWaitValue32;
    ops[1].waitValue.address = place;
    ops[1].waitValue.value = 5;
    ops[1].waitValue.flags = hipStreamWaitValueEq;
    batch.count = 2;
    batch.paramArray = ops;
    hipGraphCreate(&graph, 0);
    hipGraphAddEmptyNode(&empty, graph, NULL, 0);
    say("add, null parameters", hipGraphAddBatchMemOpNode(&node, graph, NULL, 0, NULL));
    say("add, null place", hipGraphAddBatchMemOpNode(NULL, graph, NULL, 0, &batch));
    batch.count = 257;
    say("add, 257 operations", hipGraphAddBatchMemOpNode(&node, graph, NULL, 0, &batch));
    batch.count = 2;
    batch.flags = 1;
    say("add, flags 1", hipGraphAddBatchMemOpNode(&node, graph, NULL, 0, &batch));
    batch.flags = 0;
    say("add", hipGraphAddBatchMemOpNode(&node, graph, NULL, 0, &batch));
    hipGraphNodeGetType(node, &type);
    tell("type", type);
    say("get", hipGraphBatchMemOpNodeGetParams(node, &back));
    tell("operations", back.count);
    got = back.paramArray;
    tell("copies", got != ops && got[0].writeValue.value == 5 && got[1].waitValue.flags == hipStreamWaitValueEq);
    say("get of an empty node", hipGraphBatchMemOpNodeGetParams(empty, &back));
    say("get, null place", hipGraphBatchMemOpNodeGetParams(node, NULL));
    say("set of an empty node", hipGraphBatchMemOpNodeSetParams(empty, &batch));
    say("set", hipGraphBatchMemOpNodeSetParams(node, &batch));
    say("instantiate", hipGraphInstantiateWithFlags(&exec, graph, 0));
    say("launch", hipGraphLaunch(exec, NULL));
    hipMemcpy(&value, place, 4, hipMemcpyDefault);
    tell("written and waited for", value);
    ops[0].writeValue.value = ops[1].waitValue.value = 6;
    say("exec set", hipGraphExecBatchMemOpNodeSetParams(exec, node, &batch));
    say("exec set of an empty node", hipGraphExecBatchMemOpNodeSetParams(exec, empty, &batch));
    say("launch again", hipGraphLaunch(exec, NULL));
    hipMemcpy(&value, place, 4, hipMemcpyDefault);
    tell("the new value", value);
    hipGraphExecDestroy(exec);
    hipGraphDestroy(graph);
}
