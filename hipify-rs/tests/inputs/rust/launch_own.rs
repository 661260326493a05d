use hip_runtime::launch;

macro_rules! launch_all {
    () => {};
}

fn run() {
    launch!(module.k<<<1, 32, 0, &stream>>>(x)).unwrap();
    launch_all!();
}
