// `use {self as x}` without a path is refused by rustc; the translator leaves it alone.
use {self as rt, cuda_driver_sys::cuInit};

fn f() {
    unsafe { rt::cuInit(0) };
    unsafe { cuInit(0) };
}
