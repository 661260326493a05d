// Tenants of one device: each has SMs of its own by a green context. What works, what is refused, what outlives what: the
// program asks, and compares with answers.tsv, where the answers of an H200 stand beside those of the software device.

#include "tenants.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>

static std::string current;
static std::vector<std::string> account;

void part(const char *name)
{
    anew();
    current = name;
}

void told(const std::string &question, const std::string &answer)
{
    account.push_back(current + "\t" + question + "\t" + answer);
    std::printf("%s\n", account.back().c_str());
    std::fflush(stdout);
}

void asked(const std::string &question, CUresult code)
{
    told(question, std::to_string((int)code));
}

// A wanted line by the software device and by an H200: part, question, answer.
struct Wanted {
    std::string ours, theirs;
};

static std::vector<Wanted> wanted(const char *path)
{
    std::ifstream file(path);
    std::vector<Wanted> lines;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#' || line.compare(0, 5, "part\t") == 0)
            continue;
        size_t question = line.find('\t'), theirs = line.find('\t', question + 1), ours = line.find('\t', theirs + 1);
        size_t why = line.find('\t', ours + 1);
        lines.push_back({line.substr(0, theirs) + line.substr(ours, why - ours), line.substr(0, ours)});
    }
    return lines;
}

int main(int argc, char **argv)
{
    MUST(cuInit(0));
    MUST(cuDeviceGet(&device, 0));
    MUST(cuDevicePrimaryCtxRetain(&primary, device));
    MUST(cuCtxSetCurrent(primary));
    CUmodule module;
    MUST(cuModuleLoad(&module, argc > 1 ? argv[1] : "kernels/tenants.ptx"));
    MUST(cuModuleGetFunction(&where, module, "where"));
    MUST(cuModuleGetFunction(&spin, module, "spin"));
    MUST(cuModuleGetFunction(&mark, module, "mark"));
    lay_out();
    at_once();
    across();
    wait_for_each_other();
    ends();
    const std::vector<Wanted> lines = wanted(argc > 2 ? argv[2] : "answers.tsv");
    unsigned wrong = lines.size() == account.size() ? 0 : 1;
    for (size_t n = 0; n < lines.size() && n < account.size(); ++n)
        if (lines[n].ours != account[n] && lines[n].theirs != account[n]) {
            std::fprintf(stderr, "wanted: %s\ngot:    %s\n", lines[n].ours.c_str(), account[n].c_str());
            ++wrong;
        }
    std::printf("green_tenants: %zu answers, %u wrong: %s\n", account.size(), wrong, wrong ? "FAIL" : "PASS");
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
