/* A section of codes.c: conditional nodes by this SDK's names. CUDA's names are tested by cuda-compat/tests/programs/conditional.cu. */
#include "codes.h"

#include <hip/hip_soft.h>

/* Adds a conditional node; its bodies come back, null graphs where there are no conditional nodes. */
static hipError_t add(hipGraph_t graph, hipExtGraphConditionalHandle handle, hipExtGraphConditionalNodeType type, unsigned size,
                      hipGraphNode_t *node, hipGraph_t **bodies)
{
    static hipGraph_t none[4];
    hipGraphNodeParams params = { 0 };
    hipError_t error;
    params.type = hipExtGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = type;
    params.conditional.size = size;
    error = hipGraphAddNode(node, graph, NULL, 0, &params);
    *bodies = params.conditional.phGraph_out ? params.conditional.phGraph_out : none;
    return error;
}

/* Adds a fill of a word. */
static hipError_t fill(hipGraph_t graph, void *word, unsigned value)
{
    hipGraphNode_t node;
    hipMemsetParams params = { 0 };
    params.dst = word;
    params.elementSize = 4;
    params.value = value;
    params.width = params.height = 1;
    return hipGraphAddMemsetNode(&node, graph, NULL, 0, &params);
}

void graph_conditionals(void)
{
    unsigned value;
    int *word = NULL, got = 0;
    hipGraph_t graph = NULL, *bodies = NULL;
    hipGraphNode_t node = NULL, empty = NULL;
    hipGraphExec_t exec = NULL;
    hipExtGraphConditionalHandle handle = 0, other = 0;
    hipGraphNodeType type = hipGraphNodeTypeKernel;
    hipMalloc((void **)&word, 4);
    hipGraphCreate(&graph, 0);
    say("handle, null place", hipExtGraphConditionalHandleCreate(NULL, graph, 0, 0));
    say("handle, null graph", hipExtGraphConditionalHandleCreate(&handle, NULL, 0, 0));
    say("handle, flags 2", hipExtGraphConditionalHandleCreate(&handle, graph, 0, 2));
    say("handle", hipExtGraphConditionalHandleCreate(&handle, graph, 0, 0));
    say("no body", add(graph, handle, hipExtGraphCondTypeSwitch, 0, &node, &bodies));
    say("a node of no handle", add(graph, 0, hipExtGraphCondTypeIf, 1, &node, &bodies));
    say("if and else", add(graph, handle, hipExtGraphCondTypeIf, 2, &node, &bodies));
    say("a fill in the first", fill(bodies[0], word, 1));
    say("a fill in the second", fill(bodies[1], word, 2));
    say("type", hipGraphNodeGetType(node, &type));
    tell("conditional", type == hipExtGraphNodeTypeConditional);
    say("instantiate", hipGraphInstantiateWithFlags(&exec, graph, 0));
    say("launch", hipGraphLaunch(exec, NULL));
    hipMemcpy(&got, word, 4, hipMemcpyDefault);
    tell("the second body", got);
    say("an event's wait in a body", hipGraphAddEventWaitNode(&empty, bodies[0], NULL, 0, NULL));
    hipGraphExecDestroy(exec);
    hipGraphDestroy(graph);
    for (value = 0; value < 4; ++value) {
        hipMemset(word, 0, 4);
        hipGraphCreate(&graph, 0);
        hipExtGraphConditionalHandleCreate(&handle, graph, value, hipExtGraphCondAssignDefault);
        hipExtGraphConditionalHandleCreate(&other, graph, 1, hipExtGraphCondAssignDefault);
        add(graph, handle, hipExtGraphCondTypeSwitch, 3, &node, &bodies);
        fill(bodies[0], word, 10);
        fill(bodies[1], word, 11);
        hipGraph_t last = bodies[2];
        add(last, other, hipExtGraphCondTypeIf, 1, &empty, &bodies);
        fill(bodies[0], word, 12);
        hipGraphInstantiateWithFlags(&exec, graph, 0);
        hipGraphLaunch(exec, NULL);
        hipMemcpy(&got, word, 4, hipMemcpyDefault);
        tell("switch", got);
        hipGraphExecDestroy(exec);
        hipGraphDestroy(graph);
    }
    hipFree(word);
}
