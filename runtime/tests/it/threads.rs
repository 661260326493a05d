//! Many threads at once.

use crate::setup;
use hip_runtime::{DeviceBuffer, Event, Stream};

#[test]
fn eight_threads_with_streams_of_their_own() {
    let (module, context) = setup();
    std::thread::scope(|scope| {
        for thread in 0..8u32 {
            let (module, context) = (&module, &context);
            scope.spawn(move || {
                context.make_current().expect("a context");
                let streams: Vec<Stream> =
                    (0..4).map(|_| Stream::non_blocking(0).expect("a stream")).collect();
                let event = Event::without_timing().expect("an event");
                for round in 0..6 {
                    let start = vec![thread * 100 + round; 300];
                    let data = DeviceBuffer::from_slice(&start).expect("memory");
                    for stream in &streams {
                        launch!(module.add_one<<<3, 128, 0, stream>>>(data.ptr(), 300u32)).expect("a launch");
                        event.record(stream).expect("a record");
                        streams.iter().for_each(|other| other.wait(&event).expect("a wait"));
                    }
                    let mut values = vec![0; 300];
                    data.copy_to_in(&mut values, &streams[0]).expect("values");
                    assert_eq!(values, vec![thread * 100 + round + 4; 300]);
                }
            });
        }
    });
    context.synchronize().expect("done");
}
