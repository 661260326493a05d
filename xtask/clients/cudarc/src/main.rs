//! cudarc, as it comes: PTX is loaded, memory goes there and back, a kernel runs on a stream.

use cudarc::driver::{CudaContext, LaunchConfig, PushKernelArg};
use cudarc::nvrtc::Ptx;

const ADD: &str = "
.version 7.0
.target sm_70
.address_size 64
.visible .entry add(.param .u64 to, .param .u64 from, .param .u32 n)
{
    .reg .pred %p; .reg .b32 %r<6>; .reg .b64 %rd<7>; .reg .f32 %f<3>;
    ld.param.u64 %rd1, [to]; ld.param.u64 %rd2, [from]; ld.param.u32 %r1, [n];
    mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;
    mad.lo.s32 %r5, %r2, %r3, %r4;
    setp.ge.u32 %p, %r5, %r1;
    @%p bra END;
    mul.wide.u32 %rd3, %r5, 4;
    add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;
    ld.global.f32 %f1, [%rd4]; ld.global.f32 %f2, [%rd5];
    add.f32 %f1, %f1, %f2;
    st.global.f32 [%rd4], %f1;
END: ret;
}
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let context = CudaContext::new(0)?;
    let stream = context.new_stream()?;
    let module = context.load_module(Ptx::from_src(ADD))?;
    let add = module.load_function("add")?;
    let n = 10_000u32;
    let host: Vec<f32> = (0..n).map(|i| i as f32).collect();
    let mut to = stream.memcpy_stod(&host)?;
    let from = stream.memcpy_stod(&vec![2f32; n as usize])?;
    let mut launch = stream.launch_builder(&add);
    launch.arg(&mut to).arg(&from).arg(&n);
    // SAFETY: the kernel takes these arguments, and stays below `n`.
    unsafe { launch.launch(LaunchConfig::for_num_elems(n)) }?;
    let sums = stream.memcpy_dtov(&to)?;
    assert!(sums.iter().zip(&host).all(|(sum, x)| *sum == x + 2.0));
    println!("{}: vector add: PASS", context.name()?);
    Ok(())
}
