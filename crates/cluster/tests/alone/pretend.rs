//! A machine of a test's own: a folder with a pretended Java and Maven, a cache, a place for temporary files, and a lab run in
//! a process of its own with nothing else in its environment.

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use cluster::kafka::VERSION;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Says its version, formats as StorageTool does, and as a node writes down its process and sleeps, or dies.
const JAVA: &str = r#"#!/bin/sh
case "$*" in
-version) echo "openjdk version \"${PRETENDED_VERSION:-17.0.1}\" 2026-01-01" >&2 ;;
*StorageTool*)
  for properties in "$@"; do :; done
  data=$(sed -n 's/^log.dirs=//p' "$properties")
  mkdir -p "$data" && echo records > "$data/bootstrap.checkpoint" ;;
*)
  echo $$ > "$PRETENDED_NODES/$$"
  if [ -n "$PRETENDED_DEATH" ]; then echo "$PRETENDED_DEATH"; exit 1; fi
  exec sleep 600 ;;
esac
"#;

/// Writes jars where it is told to, all of them or, when it breaks, one.
const MAVEN: &str = r#"#!/bin/sh
echo run >> "$PRETENDED_NODES/../maven"
for word in "$@"; do case "$word" in -DoutputDirectory=*) libs=${word#-DoutputDirectory=} ;; esac; done
mkdir -p "$libs" && echo jar > "$libs/first.jar"
case "$PRETENDED_DOWNLOAD" in
breaks) echo "the connection was lost"; exit 1 ;;
hangs)
  echo $$ > "$PRETENDED_NODES/$$"
  exec sleep 600 ;;
empty) exit 0 ;;
esac
echo jar > "$libs/kafka_2.13-KAFKA.jar"
"#;

/// How long anything is waited for. The machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub struct Machine {
    pub folder: PathBuf,
}

impl Machine {
    /// With Java, Maven and a full cache.
    pub fn new() -> Machine {
        let machine = Machine::bare();
        machine.install("java", JAVA);
        machine.install("mvn", &MAVEN.replace("KAFKA", VERSION));
        let libs = machine.cache().join("libs");
        fs::create_dir_all(&libs).expect("a folder for jars");
        for name in [
            &format!("libs/kafka_2.13-{VERSION}.jar"),
            "libs.complete",
            "controller.jsa",
            "broker.jsa",
        ] {
            fs::write(machine.cache().join(name), "").expect("a file in the cache");
        }
        machine
    }

    /// With a shell's own tools and nothing else.
    pub fn bare() -> Machine {
        static MACHINES: AtomicU32 = AtomicU32::new(0);
        let number = MACHINES.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("highwater-test-{}-{number}", std::process::id()));
        for sub in ["bin", "cache", "tmp", "nodes"] {
            fs::create_dir_all(folder.join(sub)).expect("a folder of the test");
        }
        let machine = Machine { folder };
        for tool in ["sh", "sleep", "sed", "mkdir", "rm", "cat"] {
            let found = ["/bin", "/usr/bin"].map(|folder| Path::new(folder).join(tool));
            let found = found.iter().find(|path| path.exists()).expect("a shell's tool");
            std::os::unix::fs::symlink(found, machine.folder.join("bin").join(tool)).expect("a link to a tool");
        }
        machine
    }

    pub fn install(&self, name: &str, script: &str) {
        let path = self.folder.join("bin").join(name);
        fs::write(&path, script).expect("a script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a script that can be run");
    }

    pub fn remove(&self, name: &str) {
        fs::remove_file(self.folder.join("bin").join(name)).expect("a script to remove");
    }

    pub fn cache(&self) -> PathBuf {
        self.folder.join(format!("cache/highwater/kafka-{VERSION}"))
    }

    pub fn empty_cache(&self) {
        fs::remove_dir_all(self.cache()).expect("the cache to empty");
    }

    /// Starts the test named `of_its_own` of this file in a process of its own.
    pub fn begin(&self, doing: &str, environment: &[(&str, &str)]) -> Run {
        let child = Command::new(std::env::current_exe().expect("this test"))
            .args(["--exact", "of_its_own", "--ignored", "--nocapture", "--test-threads=1"])
            .env_clear()
            .env("DOING", doing)
            .env("PATH", self.folder.join("bin"))
            .env("TMPDIR", self.folder.join("tmp"))
            .env("XDG_CACHE_HOME", self.folder.join("cache"))
            .env("PRETENDED_NODES", self.folder.join("nodes"))
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a process");
        Run { child }
    }

    /// The same, to its end: all it said.
    pub fn run(&self, doing: &str, environment: &[(&str, &str)]) -> String {
        self.begin(doing, environment).end()
    }

    /// Every node that was ever started.
    pub fn nodes(&self) -> Vec<Pid> {
        let entries = fs::read_dir(self.folder.join("nodes")).expect("the folder of nodes");
        let names = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        names.map(Pid::from_raw).collect()
    }

    /// Waits until so many nodes have been started.
    pub fn wait_for_nodes(&self, count: usize) {
        wait(&format!("{count} nodes"), || self.nodes().len() >= count);
    }

    /// No node is left and no folder of a lab.
    pub fn is_clean(&self) -> bool {
        let alive = |pid: &Pid| kill(*pid, None::<Signal>).is_ok();
        !self.nodes().iter().any(alive) && self.folders().is_empty()
    }

    pub fn folders(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.join("tmp")).expect("the folder of temporary files");
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        names.filter(|name| name.starts_with("highwater-lab-")).collect()
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        for node in self.nodes() {
            let _ = kill(node, Signal::SIGKILL);
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[derive(Debug)]
pub struct Run {
    child: Child,
}

impl Run {
    pub fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.id() as i32), signal).expect("a process to signal");
    }

    /// Waits for its end, and gives what it said.
    pub fn end(mut self) -> String {
        let child = &mut self.child;
        wait("the end of a lab", || child.try_wait().expect("a child").is_some());
        let mut said = String::new();
        for stream in [
            self.child.stdout.take().map(|stream| Box::new(stream) as Box<dyn Read>),
            self.child.stderr.take().map(|stream| Box::new(stream) as Box<dyn Read>),
        ]
        .into_iter()
        .flatten()
        {
            let mut bytes = Vec::new();
            let mut stream = stream;
            stream.read_to_end(&mut bytes).expect("what it said");
            said.push_str(&String::from_utf8_lossy(&bytes));
        }
        said
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn wait(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < PATIENCE, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
