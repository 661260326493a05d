use cust::launch;
use cust::prelude::*;

fn run(module: &Module, stream: Stream, n: usize) -> Result<(), Box<dyn std::error::Error>> {
    let f = module.get_function("sum")?;
    unsafe {
        launch!(f<<<(n as u32 + 255) / 256, 256, 0, stream>>>(n))?;
        // two more
        launch!(module.sum<<<(1, 2), (n as u32, 1, 1), 4 * 8, self.stream>>>(
            a.as_device_ptr(), // a
            n
        ))?;
        launch!(f<<<g(a, b), [1, 2], 0, streams[0]>>>())?;
    }
    stream.synchronize()?;
    Ok(())
}
