struct Table {
    cuInit: unsafe extern "C" fn(u32) -> i32,
}

fn cudaMalloc(n: usize) -> Vec<u8> {
    vec![0; n]
}

fn f(table: &Table, cuCtxCreate: bool) {
    (table.cuInit)(0);
    let cuMemFree = |x: i32| x;
    let _ = (cudaMalloc(4), cuCtxCreate, cuMemFree(1), table.cuInit);
    for cudaFree in 0..3 {
        drop(cudaFree);
    }
}
