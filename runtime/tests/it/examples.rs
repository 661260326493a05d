//! The examples: each checks its own result.

macro_rules! examples {
    ($($name:ident = $path:literal;)*) => {$(
        #[path = $path]
        mod $name;
    )*
        mod run {
            $(
                #[test]
                fn $name() -> Result<(), hip_runtime::Error> {
                    super::$name::main()
                }
            )*
        }
    };
}

examples! {
    children = "../../examples/children.rs";
    graph = "../../examples/graph.rs";
    green = "../../examples/green.rs";
    managed = "../../examples/managed.rs";
    matmul = "../../examples/matmul.rs";
    nbody = "../../examples/nbody.rs";
    overlap = "../../examples/overlap.rs";
    reduction = "../../examples/reduction.rs";
    rust_kernels = "../../examples/rust_kernels.rs";
    saxpy = "../../examples/saxpy.rs";
    sgemm = "../../examples/sgemm.rs";
    textures = "../../examples/textures.rs";
    vector_add = "../../examples/vector_add.rs";
}
