fn run() {
    unsafe {
        let _ = cust::launch!(module.k<<<1, 1, 0, &stream>>>(1));
        let _ = rustacuda::launch!(module.k<<<1, 1, 0, stream>>>(Vec::<Vec<u8>>::new().len()));
    }
}
