//! Keeps every core busy: what a recording says must not depend on how fast the machine is.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Debug)]
pub struct Load {
    goes_on: Arc<AtomicBool>,
}

impl Load {
    pub fn on_every_core() -> Load {
        let goes_on = Arc::new(AtomicBool::new(true));
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let goes_on = goes_on.clone();
            std::thread::spawn(move || {
                while goes_on.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        Load { goes_on }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.goes_on.store(false, Ordering::Relaxed);
    }
}
