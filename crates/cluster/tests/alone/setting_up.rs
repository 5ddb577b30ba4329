//! What the lab needs and cannot find it names, with how to get it; a download that broke is not believed afterwards. Without Java.

use nix::sys::signal::Signal;

use crate::pretend::{Machine, wait};

#[test]
fn kafka_is_found_where_it_was_put() {
    let machine = Machine::new();
    let said = machine.run("find", &[]);
    assert!(said.contains("found with java\n"), "{said}");
    assert!(!machine.folder.join("maven").exists(), "nothing is fetched twice");
    assert!(machine.cache().join("bootstrap.checkpoint").exists());
}

#[test]
fn without_java_the_lab_says_how_to_get_it() {
    let machine = Machine::new();
    machine.remove("java");
    let said = machine.run("find", &[]);
    assert!(said.contains("Java is missing (java: No such file"), "{said}");
    assert!(said.contains("apt install openjdk-17-jre-headless"), "{said}");
    assert!(said.contains("JAVA_HOME"), "{said}");
}

#[test]
fn a_java_that_is_too_old_is_named() {
    let machine = Machine::new();
    let said = machine.run("find", &[("PRETENDED_VERSION", "11.0.2")]);
    assert!(
        said.contains("needs Java 17, java is openjdk version \"11.0.2\""),
        "{said}"
    );
    assert!(said.contains("apt install openjdk-17-jre-headless"), "{said}");
}

#[test]
fn java_home_goes_before_the_path() {
    let machine = Machine::new();
    let home = machine.folder.join("jdk");
    std::fs::create_dir_all(home.join("bin")).expect("a folder");
    std::fs::rename(machine.folder.join("bin/java"), home.join("bin/java")).expect("a script to move");
    let home = home.display().to_string();
    let said = machine.run("find", &[("JAVA_HOME", &home)]);
    assert!(said.contains(&format!("found with {home}/bin/java")), "{said}");
    let said = machine.run("find", &[("JAVA_HOME", "/nowhere")]);
    assert!(
        said.contains("Java is missing (/nowhere/bin/java: No such file"),
        "{said}"
    );
}

#[test]
fn without_maven_the_lab_says_how_to_get_it() {
    let machine = Machine::new();
    machine.empty_cache();
    machine.remove("mvn");
    let said = machine.run("find", &[]);
    assert!(said.contains("Maven is missing (No such file"), "{said}");
    assert!(said.contains("apt install maven"), "{said}");
}

#[test]
fn a_download_that_broke_is_not_believed() {
    let machine = Machine::new();
    machine.empty_cache();
    let said = machine.run("find", &[("PRETENDED_DOWNLOAD", "breaks")]);
    assert!(said.contains("Maven could not get Kafka"), "{said}");
    assert!(said.contains("the connection was lost"), "{said}");
    let said = machine.run("find", &[("PRETENDED_DOWNLOAD", "empty")]);
    assert!(said.contains("Maven could not get Kafka"), "{said}");
    assert!(!machine.cache().join("libs").exists());
    // The archives would want Kafka itself; that it comes so far says that jars are there.
    let said = machine.run("find", &[("PRETENDED_DEATH", "no Kafka here")]);
    assert!(said.contains("no Kafka here"), "{said}");
    assert!(machine.cache().join("libs.complete").exists());
    let fetched = std::fs::read_to_string(machine.folder.join("maven")).expect("what Maven was asked for");
    assert_eq!(fetched.lines().count(), 3);
}

#[test]
fn a_download_that_is_interrupted_leaves_nothing_to_believe() {
    for signal in [Signal::SIGINT, Signal::SIGKILL] {
        let machine = Machine::new();
        machine.empty_cache();
        let run = machine.begin("find", &[("PRETENDED_DOWNLOAD", "hangs")]);
        wait("Maven", || machine.folder.join("maven").exists());
        run.signal(signal);
        run.end();
        assert!(!machine.cache().join("libs.complete").exists());
        assert!(!machine.cache().join("libs").exists());
        if signal == Signal::SIGINT {
            wait("the end of Maven", || machine.is_clean());
        }
        let said = machine.run("find", &[("PRETENDED_DEATH", "no Kafka here")]);
        assert!(said.contains("no Kafka here"), "{said}");
        let entries = std::fs::read_dir(machine.cache()).expect("the cache");
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let left: Vec<String> = names.filter(|name| name.ends_with(".new")).collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

#[test]
fn a_cache_that_cannot_be_written_is_named() {
    let machine = Machine::new();
    let file = machine.folder.join("a-file");
    std::fs::write(&file, "").expect("a file");
    let said = machine.run("find", &[("XDG_CACHE_HOME", &file.display().to_string())]);
    assert!(said.contains("Kafka cannot be kept in"), "{said}");
    assert!(said.contains("a-file/highwater"), "{said}");
    assert!(said.contains("XDG_CACHE_HOME may name another folder"), "{said}");
    let said = machine.run("find", &[("XDG_CACHE_HOME", "")]);
    assert!(
        said.contains("neither XDG_CACHE_HOME nor HOME says where Kafka can be kept"),
        "{said}"
    );
}
