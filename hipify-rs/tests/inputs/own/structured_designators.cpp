struct Options { int cudaMemcpyDefault; int other; };
Options make() { return Options{.cudaMemcpyDefault = 1, .other = 2}; }
