//! The TypeScript twin of these types, kept in `web/src/engine/view.ts` and compared by a test.

use ts_rs::{Config, TS};

use crate::{
    board::*, command::*, config::*, event::*, event_rule::*, lane::*, ledger::*, metric::*, printed::*, rule::*,
    story::*, timeline::*, travelled::*, why::*,
};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/engine/view.ts");

fn declarations() -> String {
    let config = Config::new().with_large_int("number");
    let mut text =
        String::from("// The engine's view types. Written by `npm run bless` from crates/view; do not edit.\n");
    macro_rules! declare {
        ($($type:ty),* $(,)?) => { $(text.push_str(&format!("\nexport {}\n", <$type>::decl(&config)));)* };
    }
    declare!(
        Board,
        ControllerView,
        ProcessState,
        BrokerView,
        TopicView,
        PartitionView,
        ReplicaRole,
        Standing,
        IsrMembership,
        ReplicaView,
        EpochView,
        RecordView,
        HeaderView,
        ProducerView,
        ConsumerView,
        ConsumerPositionView,
        MessageKind,
        MessageView,
        MessagePartView,
        Travelled,
        FieldView,
        ParkedKind,
        ParkedView,
        ParkedPartView,
        LinkView,
        LinkState,
        Happened,
        Event,
        Learnt,
        OutOfSyncView,
        Ledger,
        LedgerCounts,
        LedgerRow,
        Fate,
        Told,
        LedgerPlace,
        LedgerCopy,
        RemovedBy,
        Removed,
        LedgerLoss,
        LossCause,
        ProcessEnd,
        SettingValue,
        Costs,
        WaitedView,
        BrokerCost,
        ReplicaCost,
        MetricView,
        Printed,
        EventRule,
        RuleListing,
        Cause,
        Branch,
        Because,
        Position,
        ProducerFaultView,
        LostBy,
        CountedAs,
        Ground,
        Unelected,
        TimelinePart,
        Mark,
        MomentKindView,
        FindingMark,
        PlayedOn,
        Scheduled,
        Lanes,
        Lane,
        Band,
        LaneOffsets,
        ClientMark,
        Caption,
        ActMark,
        CommandListing,
        MenuListing,
        ArgListing,
        ArgKind,
        SettingListing,
        ConfigScope,
        ConfigKind,
        ConfigListing,
        ConfigView,
        ConfigValueView,
        StoryListing,
        StoryError,
    );
    text
}

#[test]
fn the_typescript_types_are_those_of_the_view() {
    let expected = declarations();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(PATH, &expected).expect("web/src/engine/view.ts can be written");
    }
    let found = std::fs::read_to_string(PATH).unwrap_or_default();
    assert!(
        found == expected,
        "web/src/engine/view.ts is not what crates/view says; `npm run bless` writes it anew"
    );
}
