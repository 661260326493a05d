//! What is said of a timeline at the end of the process.

use super::Timeline;
use device::sim::Rest;

impl Timeline {
    /// Counters, false dependencies, blocked host threads, and who waits for whom at the end.
    pub(super) fn report(&mut self) -> String {
        let rest = self.simulation.run();
        let micros =
            |picoseconds: u64| format!("{}.{:03} µs", picoseconds / 1_000_000, picoseconds / 1_000 % 1_000);
        let summary = &self.simulation.sink().0;
        let counters = self.simulation.device().counters();
        let mut text = format!(
            "hip: {}: {} of virtual time; {} grids with {} blocks, at most {} grids resident; {} copies of {} bytes; at \
             most {} operations waited in a channel\n",
            self.spec.name,
            micros(summary.end),
            summary.grids,
            summary.blocks,
            counters.most_resident,
            summary.copies,
            summary.bytes,
            summary.deepest
        );
        let launched = &summary.launched;
        if launched.grids + launched.refused > 0 {
            let mean = |total: u128| micros((total / u128::from(launched.grids.max(1))) as u64);
            text += &format!(
                "hip: kernels launched {} grids with {} blocks, at most {:.1} at a time; a launch took {}, then {} in queues; \
                 {} were refused\n",
                launched.grids,
                launched.blocks,
                launched.concurrent.peak(),
                mean(launched.overhead),
                mean(launched.queued),
                launched.refused
            );
        }
        for held in summary.held_back() {
            let name = |stream| self.simulation.stream_number(stream);
            text += &format!(
                "hip: false dependency: stream {} waited {} behind stream {} in channel {}, {} times; more channels \
                 (CUDA_DEVICE_MAX_CONNECTIONS) or another order of launches avoid it\n",
                name(held.victim),
                micros(held.time),
                name(held.culprit),
                held.channel,
                held.count
            );
        }
        for block in summary.host_blocks() {
            text += &format!(
                "hip: host thread {} was blocked {} by channel {}, {} times; larger queues \
                 (CUDA_SCALE_LAUNCH_QUEUES) or fewer launches avoid it\n",
                block.host,
                micros(block.time),
                block.channel,
                block.count
            );
        }
        if let Rest::Deadlock(lines) = rest {
            for line in lines {
                text += &format!("hip: deadlock: {line}\n");
            }
        }
        text
    }
}
