// A Go program that uses the library through cgo: kernels' faults become errors, nil dereferences become panics, with goroutines,
// the garbage collector and the profiler at work. Prints a line for each case; one case is named to end the process.
package main

/*
#include <hip/hip_runtime_api.h>
#include <stdlib.h>

static const char *const TEXT =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry increment(.param .u64 at)\n{\n"
    ".reg .b32 %r<3>; .reg .b64 %rd<4>;\n"
    "ld.param.u64 %rd1, [at]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2;\n"
    "ld.global.u32 %r2, [%rd3]; add.u32 %r2, %r2, 1; st.global.u32 [%rd3], %r2;\n ret;\n}\n";

static hipError_t increment(void *at)
{
    hipModule_t module;
    hipFunction_t function;
    void *parameters[] = {&at};
    hipError_t code = hipModuleLoadData(&module, TEXT);
    if (code == hipSuccess)
        code = hipModuleGetFunction(&function, module, "increment");
    if (code == hipSuccess)
        code = hipModuleLaunchKernel(function, 1, 1, 1, 128, 1, 1, 0, 0, parameters, 0);
    return code == hipSuccess ? hipDeviceSynchronize() : code;
}

static void crash(void)
{
    *(volatile int *)8 = 1;
}
*/
import "C"

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"sync"
	"unsafe"
)

const big = 64 << 20

// A whole launch: 128 words go there, are incremented and come back.
func work() bool {
	words := make([]uint32, 128)
	var here unsafe.Pointer
	bytes := C.size_t(len(words) * 4)
	if C.hipMalloc(&here, bytes) != 0 || C.hipMemset(here, 0, bytes) != 0 || C.increment(here) != 0 {
		return false
	}
	if C.hipMemcpy(unsafe.Pointer(&words[0]), here, bytes, C.hipMemcpyDeviceToHost) != 0 || C.hipFree(here) != 0 {
		return false
	}
	for _, word := range words {
		if word != 1 {
			return false
		}
	}
	return true
}

// A kernel that stores to pages that are gone.
func fault() bool {
	var gone unsafe.Pointer
	if C.hipMalloc(&gone, big) != 0 || C.hipFree(gone) != 0 {
		return false
	}
	code := C.increment(unsafe.Pointer(uintptr(gone) + big/2))
	return code == C.hipErrorIllegalAddress && C.hipDeviceReset() == 0
}

type node struct {
	next  *node
	value int
}

// A nil dereference, recovered.
func dereferences(list *node) (recovered bool) {
	defer func() {
		_, recovered = recover().(runtime.Error)
	}()
	return list.next.value < 0
}

func dereferencesOften(times int) bool {
	for n := 0; n < times; n++ {
		if !dereferences(nil) || !dereferences(&node{}) {
			return false
		}
	}
	return true
}

// Eight goroutines that launch and dereference nil while the collector and the profiler run.
func goroutines() bool {
	var profile bytes.Buffer
	if pprof.StartCPUProfile(&profile) != nil {
		return false
	}
	defer pprof.StopCPUProfile()
	done := make(chan bool)
	stop := make(chan bool)
	var collector sync.WaitGroup
	collector.Add(1)
	go func() {
		defer collector.Done()
		for {
			select {
			case <-stop:
				return
			default:
				garbage := make([][]byte, 100)
				for n := range garbage {
					garbage[n] = make([]byte, 10_000)
				}
				runtime.GC()
			}
		}
	}()
	for n := 0; n < 8; n++ {
		go func() {
			good := true
			for round := 0; round < 20; round++ {
				good = good && work() && dereferencesOften(50)
			}
			done <- good
		}()
	}
	good := true
	for n := 0; n < 8; n++ {
		good = <-done && good
	}
	close(stop)
	collector.Wait()
	return good
}

// Kernels that fault while other goroutines dereference nil.
func faultsBesideGoroutines() bool {
	stop := make(chan bool)
	done := make(chan bool)
	for n := 0; n < 4; n++ {
		go func() {
			good := true
			for {
				select {
				case <-stop:
					done <- good
					return
				default:
					good = dereferencesOften(100) && good
				}
			}
		}()
	}
	good := true
	for round := 0; round < 20; round++ {
		good = fault() && work() && good
	}
	close(stop)
	for n := 0; n < 4; n++ {
		good = <-done && good
	}
	return good
}

func main() {
	if len(os.Args) > 1 {
		// What C code of the program does wrong ends it as Go ends it.
		if work() && fault() {
			C.crash()
		}
		os.Exit(0)
	}
	cases := []struct {
		name string
		run  func() bool
	}{
		{"nil before the first launch", func() bool { return dereferencesOften(1000) }},
		{"work", work},
		{"nil after the first launch", func() bool { return dereferencesOften(1000) }},
		{"fault", fault},
		{"nil after a fault", func() bool { return dereferencesOften(1000) && work() }},
		{"goroutines", goroutines},
		{"faults beside goroutines", faultsBesideGoroutines},
	}
	for _, one := range cases {
		fmt.Printf("%s\t%v\n", one.name, one.run())
	}
}
