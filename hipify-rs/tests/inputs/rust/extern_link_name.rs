extern "system" {
    #[link_name = "cuMemAlloc_v2"]
    fn allocate(pointer: *mut u64, bytes: usize) -> i32;
    #[link_name = "cuCtxGetId"]
    fn id(context: *mut u8, id: *mut u64) -> i32;
}
