// What the parts of driver_green_tenants share.
#pragma once

#include <cuda.h>

#include <set>
#include <string>
#include <vector>

// A line of the account: part, question, answer. Calls answer the number of their code.
void told(const std::string &question, const std::string &answer);
void asked(const std::string &question, CUresult code);
void part(const char *name);

// Of calls that must succeed.
void must(CUresult code, const char *call, int line);
#define MUST(call) must((call), #call, __LINE__)

extern CUdevice device;
extern CUcontext primary;
extern CUfunction where, spin, mark;

// A page that host and kernels share: word 0 ends kernels that spin, kernels that mark set others.
extern volatile unsigned *words;
void anew(void);
void spins(CUstream stream);
void marks(CUstream stream, unsigned word);
void settle(void);

CUdevResource whole(void);
// SMs of a context.
unsigned sms_of(CUgreenCtx green);
CUgreenCtx tenant_of(const CUdevResource &resource);
CUstream stream_of(CUgreenCtx green);
CUcontext context_of(CUgreenCtx green);
// Groups of so many SMs, at least `count` of them, and what is left over.
std::vector<CUdevResource> groups_of(CUdevResource of, unsigned count, unsigned sms, CUdevResource *rest);

typedef std::set<unsigned> Places;
// Which SMs thousands of blocks ran on.
class Survey {
public:
    explicit Survey(CUstream stream);
    Places places();

private:
    CUdeviceptr out;
    CUstream stream;
};
bool apart(const Places &some, const Places &others);

void lay_out(void);
void at_once(void);
void across(void);
void ends(void);
void wait_for_each_other(void);
