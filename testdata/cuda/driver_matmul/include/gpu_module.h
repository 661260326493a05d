#pragma once

#include <cuda.h>

#include <string>

// Loads a PTX file with the JIT's logs captured; throws with the log when it is refused.
CUmodule load_module(const std::string &path, std::string &info_log);
