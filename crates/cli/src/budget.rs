//! The engine's figures, measured natively, beside their targets. One line each: what, now, target, separated by tabs.
//!
//! Wall time enters here and nowhere else in the engine's crates; it is measured, never fed back into a run.

#![allow(
    clippy::disallowed_types,
    reason = "a measurement needs a clock; no run depends on it"
)]
#![allow(clippy::float_arithmetic, reason = "figures for people")]

use std::time::Instant;

use replication::base::time::Micros;
use simulation::history::Position;
use simulation::workload::{Figures, Shape, Workload, fast_forward};

const SECOND: u64 = 1_000_000;
/// Each rate is the best of so many stretches: other work on the machine only ever makes one slower.
const STRETCHES: u32 = 5;
/// A stretch takes about this many steps, so that the shapes are measured alike.
const STEPS_PER_STRETCH: u64 = 300_000;

/// Measures everything; a line as soon as it is known.
pub fn budget(mut line: impl FnMut(String)) {
    // First of all, while the process holds nothing else.
    seeks(&mut line);
    let small = rate(3, 3);
    line(format!(
        "engine, steady produce, 3 brokers × 3 partitions\t{:.2} M steps/s\t≥ 1.5 M steps/s",
        small.per_second / 1e6
    ));
    line(format!("  of these idle\t{:.0} %\t", small.idle_share * 100.0));
    line(format!(
        "  records acknowledged\t{:.0}/s\t",
        small.acknowledged_per_second
    ));
    let middle = rate(12, 48);
    line(format!(
        "engine, steady produce, 12 brokers × 48 partitions\t{:.2} M steps/s\t≥ 1.0 M steps/s",
        middle.per_second / 1e6
    ));
    let large = rate(32, 1024);
    line(format!(
        "cost of a step, 32 brokers × 1,024 partitions to 3 × 3\t{:.1} ×\t≤ 2 ×",
        small.per_second / large.per_second
    ));
}

struct Rate {
    per_second: f64,
    idle_share: f64,
    acknowledged_per_second: f64,
}

fn rate(brokers: i32, partitions: i32) -> Rate {
    let shape = Shape {
        brokers,
        partitions,
        ..Shape::default()
    };
    let mut workload = Workload::start(shape);
    workload.produce_for(Micros(2 * SECOND));
    let mut world = workload.history.world().clone();
    let mut load = workload.load.clone();
    let probe = fast_forward(&mut world, &mut load, Micros(SECOND));
    let length = Micros(SECOND * (STEPS_PER_STRETCH / probe.steps.max(1)).max(1));
    let mut best = Rate {
        per_second: 0.0,
        idle_share: 0.0,
        acknowledged_per_second: 0.0,
    };
    for _ in 0..STRETCHES {
        let begin = Instant::now();
        let Figures {
            steps,
            idle_steps,
            acknowledged,
        } = fast_forward(&mut world, &mut load, length);
        let seconds = begin.elapsed().as_secs_f64();
        if steps as f64 / seconds > best.per_second {
            best = Rate {
                per_second: steps as f64 / seconds,
                idle_share: idle_steps as f64 / steps as f64,
                acknowledged_per_second: acknowledged as f64 / seconds,
            };
        }
    }
    best
}

/// Ten model minutes of steady produce, and seeks all over them.
fn seeks(line: &mut impl FnMut(String)) {
    const LENGTH: u64 = 600;
    let mut workload = Workload::start(Shape::default());
    let begin = Instant::now();
    workload.produce_for(Micros(LENGTH * SECOND));
    let played = begin.elapsed().as_secs_f64();
    let history = &mut workload.history;
    line(format!("playing 10 model minutes for the first time\t{played:.1} s\t"));
    let mut times: Vec<f64> = (0..400u64)
        .map(|n| {
            // Far from each other, in no order that a cache of one place could serve.
            let position: Position = history.end() * (n * 7_919 % 400) / 400;
            let begin = Instant::now();
            history.seek(position);
            begin.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    line(format!(
        "seek in 10 model minutes, p50\t{:.1} ms\t≤ 3 ms",
        times[times.len() / 2]
    ));
    line(format!(
        "seek in 10 model minutes, p99\t{:.1} ms\t≤ 16 ms",
        times[times.len() * 99 / 100]
    ));
    if let Some(bytes) = resident_bytes() {
        line(format!(
            "  process with that history in memory\t{:.1} MB\t≤ 32 MB",
            bytes as f64 / 1e6
        ));
    }
}

/// What the process holds in memory, where the system says so.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}
