//! Archives of loaded classes (AppCDS): a node whose JVM maps one starts in about half the time.

use std::fs::File;
use std::time::Duration;

use lab::act::{Act, FIRST_CONTROLLER};

use crate::error::{Doing, Outcome};
use crate::kafka::{Kafka, locked};
use crate::lab::Lab;
use crate::processes::Plan;

/// Makes them, once, by letting a small cluster live a short life.
pub async fn build(kafka: &Kafka) -> Outcome<()> {
    let lock = File::create(kafka.cache.join("archives.lock")).doing("the lock of the archives")?;
    locked(&lock).await?;
    let (controller, broker) = (kafka.archive("controller"), kafka.archive("broker"));
    if controller.exists() && broker.exists() {
        return Ok(());
    }
    eprintln!("archiving Kafka's classes, so that it starts in half the time …");
    let plan = Plan {
        brokers: vec![1],
        controllers: vec![FIRST_CONTROLLER],
        racks: Default::default(),
        properties: crate::lab::properties(),
    };
    let mut lab = Lab::prepare(kafka, plan).await?;
    // The names appear when the archives are whole.
    let new = |path: &std::path::Path| path.with_extension("new");
    lab.processes.start_archiving(FIRST_CONTROLLER, &new(&controller))?;
    lab.processes.start_archiving(1, &new(&broker))?;
    lab.ready().await?;
    let topic = Act::CreateTopic {
        partitions: None,
        replication_factor: None,
        topic: "warm-up".into(),
        assignment: vec![vec![1]],
        config: Default::default(),
    };
    lab.act(1, &topic).await?;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let produce = Act::Produce {
        partition: "warm-up-0".into(),
        to: 1,
        acks: -1,
        records: vec![(None, Some("a".into()))],
        timeout_ms: 1500,
        patience_ms: 1500,
        numbered: None,
    };
    lab.act(2, &produce).await?;
    lab.processes.stop(1).await?;
    lab.processes.stop(FIRST_CONTROLLER).await?;
    std::fs::rename(new(&controller), controller).doing("the controllers' archive")?;
    std::fs::rename(new(&broker), broker).doing("the brokers' archive")
}
