//! Whatever happens to a lab, nothing of it is left: no process, no folder. Without Java: its nodes only pretend.

use cluster::kafka::Kafka;
use cluster::processes::Processes;
use nix::sys::signal::Signal;

use crate::plan;
use crate::pretend::{Machine, wait};

#[test]
fn a_lab_that_is_dropped_leaves_nothing() {
    let machine = Machine::new();
    let kafka = Kafka {
        cache: machine.cache(),
        java: machine.folder.join("bin/sleep"),
    };
    std::fs::write(kafka.bootstrap_checkpoint(true), "").expect("a file in the cache");
    let mut processes = Processes::prepare(&kafka, plan()).expect("a lab");
    let folder = processes.folder.clone();
    // Any process will do that waits; this one is given arguments it does not know and ends at once.
    processes.start(1).expect("a process");
    assert!(folder.join("n1/server.properties").exists());
    drop(processes);
    assert!(!folder.exists());
}

#[test]
fn a_signal_ends_nodes_and_removes_the_folder() {
    for (signal, name) in [
        (Signal::SIGINT, "SIGINT"),
        (Signal::SIGTERM, "SIGTERM"),
        (Signal::SIGHUP, "SIGHUP"),
    ] {
        let machine = Machine::new();
        let run = machine.begin("record", &[]);
        machine.wait_for_nodes(4);
        run.signal(signal);
        let said = run.end();
        assert!(said.contains(&format!("interrupted by {name}")), "{said}");
        assert!(machine.is_clean(), "after {name}: {:?}", machine.folders());
    }
}

#[test]
fn when_the_lab_itself_is_killed_its_watchdog_ends_all() {
    let machine = Machine::new();
    let run = machine.begin("record", &[]);
    machine.wait_for_nodes(4);
    assert_eq!(machine.folders().len(), 1);
    run.signal(Signal::SIGKILL);
    wait("the watchdog", || machine.is_clean());
}

#[test]
fn a_panic_leaves_nothing() {
    let machine = Machine::new();
    let said = machine.run("panic", &[]);
    assert!(said.contains("something in the lab is wrong"), "{said}");
    assert_eq!(machine.nodes().len(), 4);
    assert!(machine.is_clean(), "{:?}", machine.folders());
}

#[test]
fn a_node_that_dies_at_its_start_has_its_last_words_told() {
    let machine = Machine::new();
    let said = machine.run("record", &[("PRETENDED_DEATH", "java.net.BindException: in use")]);
    assert!(said.contains("ended"), "{said}");
    assert!(said.contains("says:\n  java.net.BindException: in use"), "{said}");
    assert!(machine.is_clean(), "{:?}", machine.folders());
}

#[test]
fn two_labs_at_once_have_ports_and_folders_of_their_own() {
    let machine = Machine::new();
    let kafka = Kafka {
        cache: machine.cache(),
        java: "java".into(),
    };
    std::fs::write(kafka.bootstrap_checkpoint(true), "").expect("a file in the cache");
    let labs = [0, 1].map(|_| Processes::prepare(&kafka, plan()).expect("a lab"));
    assert_ne!(labs[0].folder, labs[1].folder);
    let ports = |lab: &Processes| {
        let nodes = lab.nodes();
        let all = nodes
            .iter()
            .flat_map(|node| [lab.inner_port(*node), lab.gate_port(*node)]);
        all.chain(lab.plan.brokers.iter().map(|broker| lab.client_port(*broker)))
            .collect::<Vec<u16>>()
    };
    let (first, second) = (ports(&labs[0]), ports(&labs[1]));
    assert_eq!(first.len(), 11);
    assert!(!first.iter().any(|port| second.contains(port)), "{first:?} {second:?}");
}
