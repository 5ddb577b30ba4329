//! Gets Kafka, once: its jars by Maven coordinates, what `StorageTool format` writes, and an archive of loaded classes.
//!
//! All of it lies in `$XDG_CACHE_HOME/highwater` or `~/.cache/highwater`, outside any checkout. A lock file keeps two labs
//! from filling it at once. The class archives (AppCDS) take a start from 5 s to 3 s.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;
use tokio::time::sleep;

use crate::error::{Doing, LabError, Outcome};

/// The version that stories are compared with.
pub const VERSION: &str = "4.3.1";
const LOCK_POLL: Duration = Duration::from_millis(100);
/// Of every lab's cluster.
pub const CLUSTER_ID: &str = "SGlnaHdhdGVyLWxhYi0wMQ";
/// What a small node needs. Flags that change the memory layout would make the class archives useless.
pub const JVM: [&str; 5] = [
    "-Xmx256m",
    "-Xms64m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-Xshare:auto",
];

const LOG4J: &str = r#"<Configuration status="WARN"><Appenders><Console name="out"><PatternLayout pattern="%d{HH:mm:ss,SSS} %p %m (%c{1})%n"/></Console></Appenders>
<Loggers><Root level="INFO"><AppenderRef ref="out"/></Root></Loggers></Configuration>
"#;

/// Kafka on this machine, ready to be started.
#[derive(Clone, Debug)]
pub struct Kafka {
    pub cache: PathBuf,
    /// The command that starts a JVM.
    pub java: PathBuf,
}

impl Kafka {
    /// Finds or fetches it.
    pub async fn find() -> Outcome<Kafka> {
        let java = java().await?;
        let cache = cache_folder()?.join(format!("kafka-{VERSION}"));
        let cannot = |what: &dyn fmt::Display| {
            format!(
                "Kafka cannot be kept in {} ({what}); XDG_CACHE_HOME may name another folder",
                cache.display()
            )
        };
        fs::create_dir_all(&cache).map_err(|error| LabError(cannot(&error)))?;
        let lock = File::create(cache.join("lock")).map_err(|error| LabError(cannot(&error)))?;
        locked(&lock).await?;
        let kafka = Kafka { cache, java };
        kafka.fetch_jars().await?;
        kafka.write("log4j2.xml", LOG4J)?;
        kafka.format(true).await?;
        kafka.format(false).await?;
        Ok(kafka)
    }

    fn write(&self, name: &str, text: &str) -> Outcome<()> {
        fs::write(self.cache.join(name), text).doing(name)
    }

    pub fn class_path(&self) -> String {
        format!("{}/*", self.cache.join("libs").display())
    }

    pub fn archive(&self, role: &str) -> PathBuf {
        self.cache.join(format!("{role}.jsa"))
    }

    /// With eligible leader replicas, which is what a new cluster has, or without.
    pub fn bootstrap_checkpoint(&self, elr: bool) -> PathBuf {
        self.cache.join(match elr {
            true => "bootstrap.checkpoint",
            false => "bootstrap-without-elr.checkpoint",
        })
    }

    /// A JVM that will run Kafka.
    pub fn command(&self) -> Vec<String> {
        let log4j = self.cache.join("log4j2.xml");
        let mut words = vec![self.java.display().to_string()];
        words.extend(JVM.map(String::from));
        words.push(format!("-Dlog4j2.configurationFile={}", log4j.display()));
        words.extend(["-cp".into(), self.class_path()]);
        words
    }

    /// The jars appear under their name when all of them are there.
    async fn fetch_jars(&self) -> Outcome<()> {
        let (libs, done) = (self.cache.join("libs"), self.cache.join("libs.complete"));
        let broker = format!("kafka_2.13-{VERSION}.jar");
        if done.exists() && libs.join(&broker).exists() {
            return Ok(());
        }
        eprintln!("fetching Kafka {VERSION} into {} (55 MB, once) …", self.cache.display());
        self.write("pom.xml", &pom())?;
        self.forget_broken_downloads();
        let new = self.cache.join(format!("libs.{}.new", std::process::id()));
        let mut maven = Command::new("mvn");
        maven.args(["-B", "-q", "-f"]).arg(self.cache.join("pom.xml"));
        maven.args(["dependency:copy-dependencies", "-DincludeScope=runtime"]);
        maven.arg(format!("-DoutputDirectory={}", new.display()));
        let output = maven.stdin(Stdio::null()).kill_on_drop(true).output().await;
        let output = output.map_err(|error| {
            LabError(format!(
                "Maven is missing ({error}). The lab gets Kafka {VERSION} through it; install it (Debian: apt install \
                 maven, macOS: brew install maven) so that `mvn --version` works."
            ))
        })?;
        if !output.status.success() || !new.join(&broker).exists() {
            let _ = fs::remove_dir_all(&new);
            let said = String::from_utf8_lossy(&output.stdout);
            return Err(LabError(format!(
                "Maven could not get Kafka {VERSION} ({}):\n{said}",
                output.status
            )));
        }
        // Class archives are of the jars they were made of.
        let _ = fs::remove_dir_all(&libs);
        for old in [self.archive("controller"), self.archive("broker")] {
            let _ = fs::remove_file(old);
        }
        fs::rename(&new, &libs).doing("libs")?;
        fs::write(done, "").doing("libs.complete")
    }

    /// What labs that were killed have left.
    fn forget_broken_downloads(&self) {
        let entries = fs::read_dir(&self.cache).into_iter().flatten();
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            if path.extension().is_some_and(|extension| extension == "new") && path.is_dir() {
                let _ = fs::remove_dir_all(path);
            }
        }
    }

    /// The records that a controller's metadata log begins with, as Kafka's own tool writes them.
    async fn format(&self, elr: bool) -> Outcome<()> {
        if self.bootstrap_checkpoint(elr).exists() {
            return Ok(());
        }
        let folder = self.cache.join("format");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).doing(folder.display())?;
        let properties = folder.join("server.properties");
        let text = format!(
            "node.id=100\nprocess.roles=controller\ncontroller.listener.names=CONTROLLER\nlisteners=CONTROLLER://127.0.0.1:0\n\
             controller.quorum.voters=100@127.0.0.1:9093\nlog.dirs={}\n",
            folder.join("data").display()
        );
        fs::write(&properties, text).doing(properties.display())?;
        let java = self.command();
        let mut tool = Command::new(&java[0]);
        tool.args(&java[1..]).arg("kafka.tools.StorageTool");
        tool.args(["format", "-t", CLUSTER_ID]);
        if !elr {
            tool.args(["--feature", "eligible.leader.replicas.version=0"]);
        }
        tool.arg("-c").arg(&properties);
        let output = tool
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .output()
            .await
            .doing("java")?;
        let written = folder.join("data/bootstrap.checkpoint");
        if !output.status.success() || !written.exists() {
            let said = String::from_utf8_lossy(&output.stdout);
            return Err(LabError(format!("StorageTool could not format:\n{said}")));
        }
        let new = self.cache.join("bootstrap.checkpoint.new");
        fs::copy(written, &new).doing("bootstrap.checkpoint")?;
        fs::rename(new, self.bootstrap_checkpoint(elr)).doing("bootstrap.checkpoint")?;
        fs::remove_dir_all(&folder).doing(folder.display())
    }
}

fn pom() -> String {
    let dependency = |group: &str, artifact: &str, version: &str| {
        format!(
            "<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version></dependency>"
        )
    };
    let dependencies = [
        dependency("org.apache.kafka", "kafka_2.13", VERSION),
        dependency("org.apache.kafka", "kafka-tools", VERSION),
        dependency("org.apache.logging.log4j", "log4j-slf4j-impl", "2.25.3"),
    ];
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>\n\
         <groupId>highwater</groupId><artifactId>lab</artifactId><version>1</version>\n\
         <dependencies>\n{}\n</dependencies></project>\n",
        dependencies.join("\n")
    )
}

/// Waits for whoever else is filling the cache.
pub async fn locked(lock: &File) -> Outcome<()> {
    let mut told = false;
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::Error(error)) => return Err(error).doing("the lock of the cache"),
            Err(TryLockError::WouldBlock) if told => {}
            Err(TryLockError::WouldBlock) => {
                eprintln!("another lab is getting Kafka; waiting for it …");
                told = true;
            }
        }
        sleep(LOCK_POLL).await;
    }
}

/// Kafka 4 runs on Java 17 or newer: of JAVA_HOME, or else on the path.
async fn java() -> Outcome<PathBuf> {
    let get = "install a Java runtime of version 17 or newer (Debian: apt install openjdk-17-jre-headless, macOS: brew \
               install openjdk@17) so that `java -version` works, or let JAVA_HOME name one";
    let home = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty());
    let java = match home {
        Some(home) => std::path::absolute(Path::new(&home).join("bin/java")).doing("JAVA_HOME")?,
        None => "java".into(),
    };
    let asking = Command::new(&java).arg("-version").kill_on_drop(true).output();
    let output = asking
        .await
        .map_err(|error| LabError(format!("Java is missing ({}: {error}): {get}.", java.display())))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    match major_version(&said) {
        Some(version) if version >= 17 => Ok(java),
        _ => {
            let first = said.lines().next().unwrap_or("no Java");
            Err(LabError(format!(
                "Kafka {VERSION} needs Java 17, {} is {first}: {get}.",
                java.display()
            )))
        }
    }
}

/// `openjdk version "17.0.15" 2025-04-15` → 17; `java version "1.8.0_392"` → 1.
fn major_version(said: &str) -> Option<u32> {
    let quoted = said.split('"').nth(1)?;
    let digits: String = quoted.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn cache_folder() -> Outcome<PathBuf> {
    let set = |name: &str| std::env::var(name).ok().filter(|text| Path::new(text).is_absolute());
    let cache = set("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| Some(PathBuf::from(set("HOME")?).join(".cache")));
    let cache = cache.ok_or_else(|| LabError("neither XDG_CACHE_HOME nor HOME says where Kafka can be kept".into()))?;
    Ok(cache.join("highwater"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn java_s_major_version_is_read() {
        assert_eq!(major_version("openjdk version \"17.0.15\" 2025-04-15"), Some(17));
        assert_eq!(major_version("openjdk version \"21\" 2023-09-19"), Some(21));
        assert_eq!(major_version("java version \"1.8.0_392\""), Some(1));
        assert_eq!(major_version("command not found"), None);
    }
}
