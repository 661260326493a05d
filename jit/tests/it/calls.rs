//! Functions that are called for real: in which way their kernels run.

use crate::host::kernel;
use hip_jit::Mode;
use ptx::Module;

const HEAD: &str = "
.version 8.7
.target sm_90
.address_size 64
.func (.param .b32 q) twice(.param .b32 a)
{
	.reg .b32 %a;
	ld.param.b32 %a, [a];
	add.u32 %a, %a, %a;
	st.param.b32 [q], %a;
	ret;
}
.func (.param .b32 q) down(.param .b32 a)
{
	.reg .b32 %a<3>;
	.reg .pred %p;
	ld.param.b32 %a0, [a];
	setp.eq.u32 %p, %a0, 0;
	@%p bra END;
	{
	.param .b32 x; .param .b32 z;
	sub.u32 %a1, %a0, 1;
	st.param.b32 [x], %a1;
	call (z), down, (x);
	ld.param.b32 %a2, [z];
	}
	add.u32 %a0, %a0, %a2;
END:
	st.param.b32 [q], %a0;
	ret;
}
.visible .entry k(.param .u64 out)
{
	.reg .b32 %r<3>;
	.reg .b64 %d<3>;
	ld.param.u64 %d0, [out];
	mov.u32 %r0, %tid.x;
	mul.wide.u32 %d1, %r0, 4;
	add.u64 %d0, %d0, %d1;
	.param .b32 x; .param .b32 z;
	st.param.b32 [x], %r0;
";

const TAIL: &str = "
	ld.param.b32 %r1, [z];
	st.global.u32 [%d0], %r1;
	ret;
}
";

const BY_POINTER: &str = "
	mov.u64 %d2, twice;
P: .callprototype (.param .b32 _) _ (.param .b32 _);
	call (z), %d2, (x), P;
";

#[test]
fn recursive_functions_run_thread_by_thread_unless_strips_are_asked_for() {
    let width = |call: &str, mode: Mode| {
        let module = Module::parse(&format!("{HEAD}{call}{TAIL}")).expect("a module");
        kernel(&module, "k", mode).expect("a kernel").compile([64, 1, 1]).expect("code").width()
    };
    for (call, auto) in [("call (z), down, (x);", 1), (BY_POINTER, 16)] {
        assert_eq!(width(call, Mode::Auto), auto, "{call}");
        assert_eq!(width(call, Mode::Vector), 16, "{call}");
    }
}
