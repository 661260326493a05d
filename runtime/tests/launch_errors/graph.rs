//! A graph borrows its buffers as long as it lives.

use hip_runtime::{DeviceBuffer, Error, Stream};

fn use_while_the_graph_lives(stream: &Stream, mut data: DeviceBuffer<u32>) -> Result<Vec<u32>, Error> {
    let mut graph = stream.record(|recording| stream.fill(recording.lend_mut(&mut data), 1))?;
    let values = data.to_vec();
    graph.launch(stream)?;
    values
}

fn lend_what_ends_before(stream: &Stream) -> Result<(), Error> {
    let mut graph = stream.record(|recording| {
        let mut data = DeviceBuffer::<u32>::zeroed(1)?;
        stream.fill(recording.lend_mut(&mut data), 1)
    })?;
    graph.launch(stream)
}

fn main() {}
