//! The lab on machines that only pretend to have Java and Maven, each lab in a process of its own: what it leaves behind, and
//! what it says when something is missing.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "real processes live in real time; no run depends on it"
)]

mod cleaning_up;
mod pretend;
mod setting_up;

use cluster::error::LabError;
use cluster::interrupted::unless_interrupted;
use cluster::lab::{Lab, properties};
use cluster::processes::Plan;
use pretend::wait;

const STORY: &str = "# A topic.\ncluster brokers=3\ntopic t assignment=1,2,3\n";

fn plan() -> Plan {
    Plan {
        brokers: vec![1, 2, 3],
        controllers: vec![100],
        racks: Default::default(),
        properties: properties(),
    }
}

#[test]
#[ignore = "the others run it, in a process of its own"]
fn of_its_own() {
    let Ok(doing) = std::env::var("DOING") else {
        return;
    };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let done = runtime.block_on(unless_interrupted(async {
        let kafka = cluster::record::kafka().await?;
        println!("found with {}", kafka.java.display());
        match doing.as_str() {
            "find" => Ok(()),
            "record" => cluster::record::record(&kafka, "a_story", STORY).await.map(|_| ()),
            "panic" => {
                let mut lab = Lab::prepare(&kafka, plan()).await?;
                for node in lab.processes.nodes() {
                    lab.processes.start(node)?;
                }
                wait("nodes", || {
                    std::fs::read_dir(std::env::var("PRETENDED_NODES").expect("set"))
                        .expect("a folder")
                        .count()
                        >= 4
                });
                panic!("something in the lab is wrong")
            }
            other => Err(LabError(format!("nobody can {other}"))),
        }
    }));
    match done {
        Ok(()) => println!("done"),
        Err(error) => println!("{error}"),
    }
}
