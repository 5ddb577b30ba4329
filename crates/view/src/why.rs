//! Answers to "why": a chain of facts from the question to its root, ending in what will change it.
//!
//! A chain is a list; each fact says more of the one before it. Where several things hold something up at once, the last
//! fact of the list branches, and each branch is a chain of its own. Times are lengths in µs, from the moment of the answer.

use serde::Serialize;

use crate::board::{LinkState, ProcessState};
use crate::ledger::{LossCause, SettingValue};

/// What can be asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// Why is the record at this offset (not) committed?
    Record { partition: String, offset: i64 },
    /// Why may this consumer (not) read it?
    Readable {
        consumer: String,
        partition: String,
        offset: i64,
    },
    /// What was a producer told of its n-th record, or why nothing yet?
    Acknowledgement { producer: String, n: u32 },
    /// Why is a producer's n-th record lost, or where does it lie?
    Loss { producer: String, n: u32 },
    /// Why is the high watermark where it is? The leader's, when no broker is named.
    HighWatermark { partition: String, broker: Option<i32> },
    /// Why does this broker lead, or nobody?
    Leadership { partition: String },
    /// Why is this broker in or out of the ISR?
    Membership { partition: String, broker: i32 },
    /// Why does this parked request wait?
    Parked { key: String },
    /// Where is this message, and what keeps it?
    Message { key: String },
    /// What does this producer wait for?
    Producer { node: String },
    /// What does this consumer wait for?
    Consumer { node: String },
    /// Why is this broker fenced, or not?
    Session { broker: i32 },
    /// Why is this broker behind in the metadata, or not?
    Metadata { broker: i32 },
    /// Why was a request refused in the step that led to this position?
    Refusal { position: u64 },
    /// Why was the last request of this process refused?
    LastRefusal { node: String },
}

/// One link of a chain.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Cause {
    pub because: Because,
    /// Several that hold at once; only at the end of a chain.
    pub branches: Vec<Branch>,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Branch {
    pub chain: Vec<Cause>,
}

impl From<Because> for Cause {
    fn from(because: Because) -> Cause {
        Cause {
            because,
            branches: Vec::new(),
        }
    }
}

/// A fact. Those under *Roots* end a chain: nothing lies behind them, or they say what will change it.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Because {
    // Records.
    RecordCommitted {
        partition: String,
        offset: i64,
        high_watermark: i64,
    },
    RecordNotCommitted {
        partition: String,
        offset: i64,
        high_watermark: i64,
    },
    /// The leader's log does not have this offset.
    RecordNotThere {
        partition: String,
        offset: i64,
        log_end_offset: i64,
    },
    /// The leader's log has begun after it since.
    RecordDeleted {
        partition: String,
        offset: i64,
        log_start_offset: i64,
    },
    /// It is committed, and a consumer of committed transactions stops before it.
    RecordNotStable {
        consumer: String,
        offset: i64,
        last_stable_offset: i64,
    },
    /// Nobody leads, so nobody can say whether it is committed.
    RecordUndecided {
        partition: String,
        offset: i64,
    },
    RecordNotReadable {
        consumer: String,
        offset: i64,
        high_watermark: i64,
    },
    RecordReadable {
        consumer: String,
        offset: i64,
        high_watermark: i64,
        position: Option<i64>,
    },
    NotToldYet {
        producer: String,
        acks: String,
        sent_ago: i64,
    },
    ToldFailed {
        producer: String,
        error: String,
        ever_sent: bool,
        after: i64,
    },
    /// A leader wrote it, so often more after that.
    StoredBy {
        broker: i32,
        partition: String,
        offset: i64,
        epoch: i32,
        ago: i64,
        again: u32,
    },
    /// A replica lost it.
    LostFrom {
        broker: i32,
        cause: LostBy,
        ago: i64,
    },
    /// How it came to be lost.
    Lost {
        cause: LossCause,
        /// A high watermark had passed it before.
        committed: bool,
        ago: i64,
    },
    /// Settings that would have kept it: each entry by itself, those of one entry together.
    KeptWith {
        ways: Vec<Vec<SettingValue>>,
        /// Its producer had been told, or with acks=0 took it, that it is stored.
        promised: bool,
    },

    // The high watermark.
    /// The smallest position the leader knows among those it counts.
    HighWatermarkIsSmallest {
        partition: String,
        high_watermark: i64,
        counted: Vec<Position>,
    },
    /// Some position it counts is smaller still, but a high watermark does not go back.
    HighWatermarkDoesNotGoBack {
        partition: String,
        high_watermark: i64,
        counted: Vec<Position>,
    },
    HighWatermarkFrozen {
        partition: String,
        high_watermark: i64,
        isr: Vec<i32>,
        min_insync_replicas: i32,
    },
    /// The replica that holds it back, and what it last asked for.
    HeldBackBy {
        broker: i32,
        partition: String,
        log_end_offset: i64,
        last_fetch_ago: Option<i64>,
    },
    /// Not in the ISR on record, and counted all the same.
    CountedThough {
        broker: i32,
        because: CountedAs,
    },
    /// Its log holds more than the leader has heard.
    HasMoreThanLeaderKnows {
        broker: i32,
        partition: String,
        log_end_offset: i64,
        leader_knows: i64,
    },
    /// A follower's own high watermark, and its leader's.
    FollowerHighWatermark {
        broker: i32,
        partition: String,
        high_watermark: i64,
        leader: i32,
        leaders: i64,
    },

    // Between two processes.
    /// The follower's fetch that is under way was sent before it had this partition to fetch; the next one asks for it.
    FetchWithoutIt {
        broker: i32,
        leader: i32,
        partition: String,
    },
    /// It was sent, and something keeps it on its way.
    NotArrived {
        api: String,
        answer: bool,
        from: String,
        to: String,
        ago: i64,
    },
    /// A request was sent and has no answer yet.
    Asked {
        api: String,
        from: String,
        to: String,
        ago: i64,
    },
    /// Whatever arrives for it waits until it goes on.
    WaitsInSocket {
        api: String,
        node: String,
    },
    /// Messages of one connection arrive in order.
    Behind {
        api: String,
        before: u32,
    },
    /// The receiver reads the next request of a connection when it has answered the one before.
    AnswersOneAtATime {
        node: String,
        api: String,
        answers_first: String,
    },
    LinkSlow {
        from: String,
        to: String,
        by: i64,
    },

    // In-sync replicas.
    InIsr {
        broker: i32,
        partition: String,
        log_end_offset: i64,
        /// `None`: not since the leader was elected.
        caught_up_ago: Option<i64>,
    },
    NotInIsr {
        broker: i32,
        partition: String,
    },
    /// The leader has asked the controller to take it in.
    Joining {
        broker: i32,
        partition: String,
    },
    /// The leader has asked the controller to take it out.
    Leaving {
        broker: i32,
        partition: String,
        log_end_offset: i64,
        caught_up_ago: Option<i64>,
    },
    NeedsHighWatermark {
        broker: i32,
        log_end_offset: i64,
        high_watermark: i64,
    },
    NeedsEpochStart {
        broker: i32,
        log_end_offset: i64,
        epoch_start_offset: i64,
    },
    NeverFetchedInEpoch {
        broker: i32,
        epoch: i32,
    },
    /// Its last fetch was of an earlier life of the broker.
    FetchedAsFormer {
        broker: i32,
    },
    /// Nobody comes into the ISR or goes out of it without a controller that hears its leader.
    IsrNeedsController {
        leader: i32,
        partition: String,
    },
    /// A proposal of this leader is with the controller, or on its way.
    ProposalPending {
        partition: String,
        leader: i32,
    },
    /// The leader has another ISR than the controller has on record.
    LeaderHasOtherIsr {
        leader: i32,
        isr: Vec<i32>,
        on_record: Vec<i32>,
    },
    /// What a leader or follower acts on is older than what is on record.
    ActsInEpoch {
        broker: i32,
        partition: String,
        epoch: i32,
        on_record: i32,
    },

    // Leadership.
    Leads {
        broker: i32,
        partition: String,
        epoch: i32,
        preferred: bool,
    },
    /// How it came to its epoch.
    Elected {
        broker: i32,
        epoch: i32,
        ground: Ground,
        ago: i64,
        /// Who led before it, if somebody did.
        before: Option<i32>,
    },
    /// On record as leader, but its process does not act as one.
    DoesNotActYet {
        broker: i32,
        partition: String,
        epoch: i32,
    },
    /// Another one that believes it leads.
    StillActs {
        broker: i32,
        partition: String,
        epoch: i32,
    },
    NoLeader {
        partition: String,
        isr: Vec<i32>,
        elr: Vec<i32>,
        last_known: Option<i32>,
    },
    NotElected {
        broker: i32,
        partition: String,
        because: Unelected,
    },

    // Brokers.
    BrokerIsFenced {
        broker: i32,
        /// `None`: not within a session.
        last_contact_ago: Option<i64>,
        /// This incarnation sent a heartbeat, however long ago.
        was_heard: bool,
    },
    BrokerNotRegistered {
        broker: i32,
    },
    BrokerIsShuttingDown {
        broker: i32,
    },
    /// It leads something still, or others have not heard yet that it does not.
    ShutdownWaits {
        broker: i32,
        leads: bool,
        behind: Vec<i32>,
    },
    BrokerIsUnfenced {
        broker: i32,
        last_contact_ago: i64,
        session_ends_in: i64,
    },
    /// It is unfenced when it has applied its own registration, and asks for it.
    NeedsOwnRegistration {
        broker: i32,
        metadata_offset: i64,
        registration_offset: i64,
    },
    MetadataBehind {
        broker: i32,
        metadata_offset: i64,
        newest: i64,
        /// Records it has not read; none while it waits to be told that it has caught up.
        behind: i64,
    },

    // Clients.
    /// Records that a producer has neither sent nor given up, and those it has sent and heard nothing of.
    ProducerHas {
        producer: String,
        waiting: u32,
        in_flight: u32,
    },
    /// A consumer reads so many partitions; each waits for something else.
    ConsumerAssigned {
        consumer: String,
        partitions: u32,
    },
    /// A `send()` waits for metadata of its topic, and calls behind it wait for it.
    SendWaitsForMetadata {
        producer: String,
        topic: String,
        ends_in: i64,
        behind: u32,
    },
    /// A batch stands in the producer's queue.
    BatchQueued {
        partition: String,
        records: u32,
        attempts: u32,
    },
    /// The batch before it comes to its end first: by its number where batches are numbered, else because one request is in
    /// flight at a time.
    BatchBehindAnother {
        partition: String,
        numbered: bool,
    },
    /// An idempotent producer has no id yet.
    NoProducerId {
        node: String,
    },
    InFlightLimit {
        node: String,
        broker: i32,
        limit: i32,
    },
    /// The client's metadata names no leader.
    KnowsNoLeader {
        node: String,
        partition: String,
    },
    /// The client asks for metadata first.
    MetadataFirst {
        node: String,
    },
    /// A consumer has no position yet, or has to have it confirmed.
    PositionUnsettled {
        consumer: String,
        partition: String,
        /// It asks where the log begins or ends, else whether its position is still there.
        resets: bool,
    },

    // Requests that wait or were refused.
    ProduceWaits {
        partition: String,
        required_offset: i64,
        high_watermark: i64,
        ends_in: i64,
    },
    Refused {
        broker: i32,
        api: String,
        from: String,
        partition: Option<String>,
        error: String,
    },
    NotEnoughReplicas {
        partition: String,
        isr: Vec<i32>,
        min_insync_replicas: i32,
    },
    /// A batch does not fit what the leader knows of its producer.
    ProducerFault {
        partition: String,
        producer_id: i64,
        epoch: i32,
        /// -1 of a marker.
        sequence: i32,
        fault: ProducerFaultView,
    },
    DoesNotLead {
        broker: i32,
        partition: String,
        /// As it believes itself.
        leader: Option<i32>,
        epoch: i32,
        /// It acted as leader, and still did not take the request as one to it.
        leads: bool,
    },
    /// The request spoke of another leader epoch than the broker's.
    SpokeOfEpoch {
        node: String,
        partition: String,
        epoch: i32,
        broker: i32,
        brokers: i32,
    },
    /// A record was written at this offset, and the high watermark did not get past it in time.
    HighWatermarkTooLate {
        partition: String,
        offset: i64,
        high_watermark: i64,
    },

    // Roots.
    /// The processes that hold it, and those of them whose disks have it flushed.
    LiesOn {
        brokers: Vec<i32>,
        /// Of these, those whose disk has it for certain.
        flushed: Vec<i32>,
        all_flushed: bool,
    },
    LiesNowhere {
        partition: String,
        offset: i64,
    },
    NeverStored {
        producer: String,
    },
    /// The process that sent it has ended: nobody is left to be told.
    SenderGone {
        producer: String,
    },
    /// What this acks promises, and no more.
    Promised {
        acks: String,
    },
    Acknowledged {
        producer: String,
        acks: String,
        partition: Option<String>,
        base_offset: Option<i64>,
        after: i64,
    },
    ConsumerHasRead {
        consumer: String,
        offset: i64,
        position: i64,
    },
    /// It went on behind it without having read it.
    ConsumerPassedOver {
        consumer: String,
        offset: i64,
        position: i64,
    },
    NotAssigned {
        consumer: String,
        partition: String,
    },
    HighWatermarkAtLogEnd {
        partition: String,
        high_watermark: i64,
    },
    /// Nothing holds it any more: the next thing that happens at the leader moves it.
    HighWatermarkMayMove {
        partition: String,
        to: i64,
    },
    /// The answer that told it made it cut its log; it takes nothing else from such an answer, and the leader does not repeat
    /// itself until something is new.
    ToldWithDivergence {
        broker: i32,
        partition: String,
        leader: i32,
        high_watermark: i64,
    },
    FollowerHasHighWatermark {
        broker: i32,
        partition: String,
        high_watermark: i64,
    },
    /// A message is on its way.
    OnItsWay {
        api: String,
        from: String,
        to: String,
        arrives_in: i64,
    },
    LinkIs {
        from: String,
        to: String,
        state: LinkState,
    },
    ProcessIs {
        node: String,
        state: ProcessState,
    },
    /// The sender gives up the request, or its connection, then.
    GivesUp {
        node: String,
        setting: String,
        ends_in: i64,
    },
    /// It tries again then.
    TriesAgain {
        node: String,
        setting: String,
        ends_in: i64,
    },
    /// There is something to give, but less than was asked for at least.
    FetchWaitsForBytes {
        node: String,
        setting: String,
        min_bytes: i32,
        ends_in: i64,
    },
    /// Its fetch is parked at the leader until then.
    FetchParked {
        broker: i32,
        leader: i32,
        partition: String,
        fetch_offset: i64,
        ends_in: i64,
    },
    FetchWaits {
        partition: String,
        fetch_offset: i64,
        ends_in: i64,
    },
    /// A follower's replication of this partition stopped for an error until a new leader epoch.
    FetchingStopped {
        broker: i32,
        partition: String,
    },
    /// It leaves the ISR if it stays so: its lag is too long then, and a check finds it so then. After that the high
    /// watermark can move to `to`.
    WillLeaveIsr {
        broker: i32,
        partition: String,
        lag_ends_in: i64,
        checked_in: i64,
        /// Where the high watermark moves then, if nothing else changes; none when it stays.
        to: Option<i64>,
        /// The ISR has fewer members then than `min.insync.replicas` asks for.
        under_min_isr: bool,
    },
    /// It may lag as long as this before it is out of sync.
    MayLag {
        broker: i32,
        limit: i64,
        ends_in: i64,
    },
    /// While the leader writes nothing more it is in sync however long that is.
    AtLeadersEnd {
        broker: i32,
        limit: i64,
    },
    LeaderIsInIsr {
        broker: i32,
        partition: String,
    },
    /// Everything is there; the leader proposes it when it hears from it next.
    JoinsWithNextFetch {
        broker: i32,
        partition: String,
    },
    NotAReplica {
        broker: i32,
        partition: String,
        assigned: Vec<i32>,
    },
    /// It leads as long as the controller hears of it.
    LeadsUntil {
        broker: i32,
        session_ends_in: i64,
    },
    /// When leadership goes back to the preferred replica by itself; never when none.
    PreferredCheck {
        broker: i32,
        ends_in: Option<i64>,
    },
    /// Whether the topic lets a replica lead that may lack records, and when the controller tries again.
    UncleanElection {
        allowed: bool,
        ends_in: Option<i64>,
    },
    /// Its session ends then if no heartbeat comes, and a check every so often fences it.
    SessionEnds {
        broker: i32,
        ends_in: i64,
        every: i64,
    },
    /// Its next heartbeat.
    NextHeartbeat {
        broker: i32,
        ends_in: i64,
    },
    /// The session of its former incarnation has to end first.
    OldSession {
        broker: i32,
        ends_in: i64,
    },
    MetadataUpToDate {
        broker: i32,
        metadata_offset: i64,
    },
    Lingers {
        partition: String,
        ends_in: i64,
    },
    NothingWaits {
        node: String,
    },
    /// `poll()` threw; the application has to say where to go on.
    ReadFailed {
        consumer: String,
        partition: String,
    },
    NoneRefused {
        node: String,
    },
    /// What a client does about a refusal; whom the controller has on record.
    AsksForMetadata {
        node: String,
        leader: Option<i32>,
    },
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Position {
    pub broker: i32,
    /// As the leader knows it; -1 before the first fetch in this epoch.
    pub log_end_offset: i64,
}

/// What is wrong with a producer's batch or marker, beside what the leader knows.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ProducerFaultView {
    OldEpoch { known: i32 },
    NewEpochBeginsAtZero { known: i32 },
    NotNext { expected: i32 },
    TransactionOpen { since: i64 },
    OldCoordinatorEpoch { known: i32 },
}

/// How a replica lost records.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum LostBy {
    Truncation,
    PowerLoss,
    DiskLoss,
}

/// Why the high watermark waits for a replica that is not in the ISR on record, or is about to leave it.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CountedAs {
    Joining,
    Leaving,
    /// Caught up lately enough to join.
    CaughtUp,
}

/// On what ground a leader was chosen.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Ground {
    /// It led already; the epoch changed for another reason.
    LedAlready,
    /// First of the assignment, and active: when the topic was created, or by a preferred election.
    Preferred,
    FirstInIsr,
    FirstInElr,
    LastKnownLeader,
    /// From outside ISR and ELR, where it is allowed.
    Unclean,
    /// From outside ISR and ELR, although nobody allowed it.
    WithoutConsent,
}

/// Why a replica does not lead.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Unelected {
    NotRegistered,
    Fenced,
    ShuttingDown,
    Leaving,
    UncleanShutdown,
    NotInIsr,
    InElrButIsrNotEmpty,
    LastKnownButElrNotEmpty,
    Eligible,
}
