fn f(lib: &Library) {
    let init = unsafe { lib.get::<unsafe extern "C" fn(u32) -> i32>(b"cuInit\0") };
    let alloc = lib.get(c"cuMemAlloc_v2");
    let none = dlsym("cuCtxGetId");
    println!("cuInit failed");
}
