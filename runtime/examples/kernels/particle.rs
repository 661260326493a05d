//! A particle, for the host (`rust_kernels.rs`) and for kernels (`particles.rs`): both have this module.

#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(hip_runtime::Plain))]
#[repr(C)]
pub(crate) struct Particle {
    pub(crate) position: [f32; 2],
    pub(crate) speed: [f32; 2],
}

impl Particle {
    /// Falls for a time, and comes back from the ground.
    pub(crate) fn step(&mut self, seconds: f32) {
        self.speed[1] -= 9.81 * seconds;
        self.position[0] += self.speed[0] * seconds;
        self.position[1] += self.speed[1] * seconds;
        if self.position[1] < 0.0 {
            self.position[1] = -self.position[1];
            self.speed[1] = -self.speed[1];
        }
    }
}
