//! Gets Kafka, once: its jars by Maven coordinates, what `StorageTool format` writes, and an archive of loaded classes.
//!
//! All of it lies in `$XDG_CACHE_HOME/highwater` or `~/.cache/highwater`, outside any checkout. A lock file keeps two labs
//! from filling it at once. The class archives (AppCDS) take a start from 5 s to 3 s.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::{Doing, LabError, Outcome};

/// The version that stories are compared with.
pub const VERSION: &str = "4.3.1";
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
}

impl Kafka {
    /// Finds or fetches it.
    pub fn find() -> Outcome<Kafka> {
        java()?;
        let cache = cache_folder()?.join(format!("kafka-{VERSION}"));
        fs::create_dir_all(&cache).doing(cache.display())?;
        let lock = File::create(cache.join("lock")).doing("the lock of the cache")?;
        lock.lock().doing("the lock of the cache")?;
        let kafka = Kafka { cache };
        kafka.fetch_jars()?;
        kafka.write("log4j2.xml", LOG4J)?;
        kafka.format()?;
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

    pub fn bootstrap_checkpoint(&self) -> PathBuf {
        self.cache.join("bootstrap.checkpoint")
    }

    /// A JVM that will run Kafka.
    pub fn java(&self) -> Vec<String> {
        let log4j = self.cache.join("log4j2.xml");
        let mut words: Vec<String> = std::iter::once("java").chain(JVM).map(String::from).collect();
        words.push(format!("-Dlog4j2.configurationFile={}", log4j.display()));
        words.extend(["-cp".into(), self.class_path()]);
        words
    }

    fn fetch_jars(&self) -> Outcome<()> {
        let (libs, done) = (self.cache.join("libs"), self.cache.join("libs.complete"));
        if done.exists() {
            return Ok(());
        }
        eprintln!("fetching Kafka {VERSION} into {} …", self.cache.display());
        self.write("pom.xml", &pom())?;
        let mut maven = Command::new("mvn");
        maven.args(["-B", "-q", "-f"]).arg(self.cache.join("pom.xml"));
        maven.args(["dependency:copy-dependencies", "-DincludeScope=runtime"]);
        maven.arg(format!("-DoutputDirectory={}", libs.display()));
        let output = maven.stdin(Stdio::null()).output().map_err(|error| {
            LabError(format!(
                "Maven is missing ({error}). The lab gets Kafka {VERSION} through it; install it (Debian: apt install \
                 maven, macOS: brew install maven) so that `mvn --version` works."
            ))
        })?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stdout);
            return Err(LabError(format!("Maven could not get Kafka {VERSION}:\n{said}")));
        }
        fs::write(done, "").doing("libs.complete")
    }

    /// The records that a controller's metadata log begins with, as Kafka's own tool writes them.
    fn format(&self) -> Outcome<()> {
        if self.bootstrap_checkpoint().exists() {
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
        let java = self.java();
        let mut tool = Command::new(&java[0]);
        tool.args(&java[1..]).arg("kafka.tools.StorageTool");
        tool.args(["format", "-t", CLUSTER_ID, "-c"]).arg(&properties);
        let output = tool.stdin(Stdio::null()).output().doing("java")?;
        let written = folder.join("data/bootstrap.checkpoint");
        if !output.status.success() || !written.exists() {
            let said = String::from_utf8_lossy(&output.stdout);
            return Err(LabError(format!("StorageTool could not format:\n{said}")));
        }
        fs::copy(written, self.bootstrap_checkpoint()).doing("bootstrap.checkpoint")?;
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

/// Kafka 4 runs on Java 17 or newer.
fn java() -> Outcome<()> {
    let get = "install a Java runtime of version 17 or newer (Debian: apt install openjdk-17-jre-headless, macOS: brew \
               install openjdk@17) so that `java -version` works";
    let output = Command::new("java").arg("-version").output();
    let output = output.map_err(|error| LabError(format!("Java is missing ({error}): {get}.")))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    match major_version(&said) {
        Some(version) if version >= 17 => Ok(()),
        _ => {
            let first = said.lines().next().unwrap_or_default();
            Err(LabError(format!(
                "Kafka {VERSION} needs Java 17, here is {first}: {get}."
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
