//! The processes of one cluster: a folder, a block of ports, and a JVM for each node.
//!
//! Ports come in blocks of a hundred below the range from which systems lend ports; the lab that holds a block's first port has
//! the block, so that two labs never meet. A shell watches over the folder: when the lab is gone for whatever reason, its end
//! of a pipe closes, and the shell kills what still runs and removes the folder.

use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use lab::act::FIRST_CONTROLLER;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::time::sleep;

use crate::error::{Doing, LabError, Outcome};
use crate::kafka::{CLUSTER_ID, Kafka};

const FIRST_PORT: u16 = 20_000;
const BLOCK: u16 = 100;
const BLOCKS: u16 = 120;
/// Of a controlled shutdown.
const STOPPING: Duration = Duration::from_secs(60);

/// Among the properties of a plan, but a cluster is formatted with it; a node has no such setting.
const ELR_VERSION: &str = "eligible.leader.replicas.version";

/// What a cluster is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    pub brokers: Vec<i32>,
    pub controllers: Vec<i32>,
    pub racks: BTreeMap<i32, String>,
    /// For every node.
    pub properties: BTreeMap<String, String>,
}

/// A block of ports, as long as its first is held.
#[derive(Debug)]
struct Ports {
    first: u16,
    _held: TcpListener,
}

impl Ports {
    fn claim() -> Outcome<Ports> {
        for block in 0..BLOCKS {
            let first = FIRST_PORT + block * BLOCK;
            let Ok(held) = TcpListener::bind(("127.0.0.1", first)) else {
                continue;
            };
            let free = |port: u16| TcpListener::bind(("127.0.0.1", port)).is_ok();
            if (first + 1..first + BLOCK).all(free) {
                return Ok(Ports { first, _held: held });
            }
        }
        Err(LabError("no block of a hundred free ports on 127.0.0.1".into()))
    }
}

#[derive(Debug)]
struct Process {
    child: Child,
    paused: bool,
}

#[derive(Debug)]
pub struct Processes {
    kafka: Kafka,
    pub plan: Plan,
    pub folder: PathBuf,
    ports: Ports,
    running: BTreeMap<i32, Process>,
    watchdog: Option<Child>,
}

impl Processes {
    /// Writes what each node needs; starts none.
    pub fn prepare(kafka: &Kafka, plan: Plan) -> Outcome<Processes> {
        static LABS: AtomicU32 = AtomicU32::new(0);
        let number = LABS.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("highwater-lab-{}-{number}", std::process::id()));
        let ports = Ports::claim()?;
        fs::create_dir(&folder).doing(folder.display())?;
        let mut processes = Processes {
            kafka: kafka.clone(),
            plan,
            ports,
            running: BTreeMap::new(),
            watchdog: None,
            folder,
        };
        processes.watchdog = Some(watchdog(&processes.folder)?);
        for node in processes.nodes() {
            processes.format(node)?;
        }
        Ok(processes)
    }

    pub fn nodes(&self) -> Vec<i32> {
        self.plan
            .controllers
            .iter()
            .chain(&self.plan.brokers)
            .copied()
            .collect()
    }

    /// Where clients reach a broker: never through the gate.
    pub fn client_port(&self, broker: i32) -> u16 {
        self.ports.first + 10 + broker as u16
    }

    /// Where a node really listens for the others.
    pub fn inner_port(&self, node: i32) -> u16 {
        self.ports.first + 30 + small(node)
    }

    /// Where it says that it listens: the gate.
    pub fn gate_port(&self, node: i32) -> u16 {
        self.ports.first + 60 + small(node)
    }

    pub fn node_folder(&self, node: i32) -> PathBuf {
        self.folder.join(format!("n{node}"))
    }

    pub fn data(&self, node: i32) -> PathBuf {
        self.node_folder(node).join("data")
    }

    pub fn replica(&self, broker: i32, topic: &str, partition: i32) -> PathBuf {
        self.data(broker).join(format!("{topic}-{partition}"))
    }

    /// What StorageTool would write, without starting a JVM for it.
    fn format(&mut self, node: i32) -> Outcome<()> {
        let data = self.data(node);
        fs::create_dir_all(&data).doing(data.display())?;
        let meta = format!("version=1\ncluster.id={CLUSTER_ID}\nnode.id={node}\n");
        fs::write(data.join("meta.properties"), meta).doing("meta.properties")?;
        let elr = self.plan.properties.get(ELR_VERSION).is_none_or(|level| level != "0");
        fs::copy(self.kafka.bootstrap_checkpoint(elr), data.join("bootstrap.checkpoint"))
            .doing("bootstrap.checkpoint")?;
        let text: String = self
            .properties(node)
            .iter()
            .map(|(name, value)| format!("{name}={value}\n"))
            .collect();
        fs::write(self.node_folder(node).join("server.properties"), text).doing("server.properties")
    }

    fn properties(&self, node: i32) -> BTreeMap<String, String> {
        let mut properties = self.plan.properties.clone();
        properties.remove(ELR_VERSION);
        let mut set = |name: &str, value: String| properties.insert(name.into(), value);
        let voters = self
            .plan
            .controllers
            .iter()
            .map(|id| format!("{id}@127.0.0.1:{}", self.gate_port(*id)));
        set("node.id", node.to_string());
        set("controller.quorum.voters", voters.collect::<Vec<_>>().join(","));
        set("controller.listener.names", "CONTROLLER".into());
        let protocols = "CLIENT:PLAINTEXT,REPLICATION:PLAINTEXT,CONTROLLER:PLAINTEXT";
        set("listener.security.protocol.map", protocols.into());
        set("log.dirs", self.data(node).display().to_string());
        let (inner, gate) = (self.inner_port(node), self.gate_port(node));
        if node >= FIRST_CONTROLLER {
            set("process.roles", "controller".into());
            set("listeners", format!("CONTROLLER://127.0.0.1:{inner}"));
            set("advertised.listeners", format!("CONTROLLER://127.0.0.1:{gate}"));
        } else {
            let client = format!("CLIENT://127.0.0.1:{}", self.client_port(node));
            set("process.roles", "broker".into());
            set("listeners", format!("{client},REPLICATION://127.0.0.1:{inner}"));
            set(
                "advertised.listeners",
                format!("{client},REPLICATION://127.0.0.1:{gate}"),
            );
            set("inter.broker.listener.name", "REPLICATION".into());
            if let Some(rack) = self.plan.racks.get(&node) {
                set("broker.rack", rack.clone());
            }
        }
        properties
    }

    pub fn start(&mut self, node: i32) -> Outcome<()> {
        let role = if node >= FIRST_CONTROLLER {
            "controller"
        } else {
            "broker"
        };
        let archive = self.kafka.archive(role);
        let archive = archive
            .exists()
            .then(|| format!("-XX:SharedArchiveFile={}", archive.display()));
        self.start_with(node, archive)
    }

    /// Starts a node that leaves an archive of its classes when it ends.
    pub fn start_archiving(&mut self, node: i32, archive: &Path) -> Outcome<()> {
        self.start_with(node, Some(format!("-XX:ArchiveClassesAtExit={}", archive.display())))
    }

    fn start_with(&mut self, node: i32, option: Option<String>) -> Outcome<()> {
        let folder = self.node_folder(node);
        let out = fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(folder.join("out.log"))
            .doing("out.log")?;
        let java = self.kafka.command();
        // The process names itself before it becomes a JVM: whoever is left to end it knows it, or it does not begin.
        let child = Command::new("sh")
            .args(["-c", r#"echo $$ > pid && exec "$@""#, "sh", &java[0]])
            .args(option)
            .args(&java[1..])
            .arg("kafka.Kafka")
            .arg(folder.join("server.properties"))
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stdout(out.try_clone().doing("out.log")?)
            .stderr(out)
            .process_group(0)
            .spawn()
            .doing("java")?;
        self.running.insert(node, Process { child, paused: false });
        Ok(())
    }

    /// `up`, `paused` or `down`.
    pub fn state(&mut self, node: i32) -> &'static str {
        let Some(process) = self.running.get_mut(&node) else {
            return "down";
        };
        match (process.child.try_wait(), process.paused) {
            (Ok(None), true) => "paused",
            (Ok(None), false) => "up",
            _ => {
                self.gone(node);
                "down"
            }
        }
    }

    pub fn live(&mut self, nodes: &[i32]) -> Vec<i32> {
        nodes.iter().copied().filter(|node| self.state(*node) == "up").collect()
    }

    fn gone(&mut self, node: i32) {
        let _ = fs::remove_file(self.node_folder(node).join("pid"));
        self.running.remove(&node);
    }

    fn signal(&self, node: i32, signal: Signal) -> Outcome<()> {
        let process = self
            .running
            .get(&node)
            .ok_or_else(|| LabError(format!("node {node} is down")))?;
        kill(Pid::from_raw(process.child.id() as i32), signal).doing(format!("signal to node {node}"))
    }

    pub fn crash(&mut self, node: i32) -> Outcome<()> {
        let process = self
            .running
            .get_mut(&node)
            .ok_or_else(|| LabError(format!("node {node} is down")))?;
        process.child.kill().and_then(|()| process.child.wait()).doing("kill")?;
        self.gone(node);
        Ok(())
    }

    pub async fn stop(&mut self, node: i32) -> Outcome<()> {
        self.signal(node, Signal::SIGTERM)?;
        let begin = Instant::now();
        while self.state(node) != "down" {
            if begin.elapsed() > STOPPING {
                return Err(LabError(format!("node {node} does not stop{}", self.last_words(node))));
            }
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    pub fn pause(&mut self, node: i32, paused: bool) -> Outcome<()> {
        self.signal(node, if paused { Signal::SIGSTOP } else { Signal::SIGCONT })?;
        if let Some(process) = self.running.get_mut(&node) {
            process.paused = paused;
        }
        Ok(())
    }

    /// The end of what a node printed, for an error.
    pub fn last_words(&self, node: i32) -> String {
        let text = fs::read_to_string(self.node_folder(node).join("out.log")).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        let end = lines[lines.len().saturating_sub(15)..].join("\n  ");
        format!("; node {node} says:\n  {end}")
    }

    pub(crate) fn java(&self) -> Vec<String> {
        self.kafka.command()
    }

    /// What a tool of Kafka prints.
    pub async fn tool(&self, class: &str, arguments: &[String]) -> Outcome<String> {
        let java = self.kafka.command();
        let mut tool = tokio::process::Command::new(&java[0]);
        tool.args(java[1..].iter().filter(|word| !word.starts_with("-Dlog4j2")))
            .arg("-Dlog4j2.level=OFF")
            .arg(class)
            .args(arguments)
            .stdin(Stdio::null())
            .kill_on_drop(true);
        let output = tool.output().await.doing(class)?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(LabError(format!(
                "{class}: {}",
                String::from_utf8_lossy(&output.stdout)
            ))),
        }
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        for process in self.running.values_mut() {
            let _ = process.child.kill();
            let _ = process.child.wait();
        }
        self.running.clear();
        if std::env::var_os("HIGHWATER_LAB_KEEP").is_none() {
            let _ = fs::remove_dir_all(&self.folder);
        }
        if let Some(mut watchdog) = self.watchdog.take() {
            drop(watchdog.stdin.take());
            let _ = watchdog.wait();
        }
    }
}

/// Brokers from 0, controllers from 20.
fn small(node: i32) -> u16 {
    match node >= FIRST_CONTROLLER {
        true => (node - FIRST_CONTROLLER) as u16 + 20,
        false => node as u16,
    }
}

/// Waits until the lab's end of the pipe closes; then kills the nodes whose pid files are left.
fn watchdog(folder: &Path) -> Outcome<Child> {
    let script = r#"while read -r line; do :; done
for pid in "$1"/n*/pid; do [ -f "$pid" ] && kill -9 "$(cat "$pid")" 2>/dev/null; done
[ -n "$HIGHWATER_LAB_KEEP" ] || rm -rf "$1" || { sleep 1; rm -rf "$1"; }"#;
    Command::new("sh")
        .args(["-c", script, "sh"])
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .doing("sh")
}
