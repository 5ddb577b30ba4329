//! Applications that hand records to their producers one after another, at a rate, as kafka-producer-perf-test does.
//!
//! A feed belongs to the world and not to Kafka: nobody else is told that records are still to come. Each record is handed over
//! by an entry of the schedule, which enters the next one; a feed without a rate stands still.

use std::sync::Arc;

use replication::base::id::{ClientId, NodeId, RecordId};
use replication::base::time::Micros;
use replication::input::Input;
use replication::log::record_batch::Header;
use replication::message::application::{Command, RecordToSend};

use crate::cluster::{Cluster, Doing, Watch};
use crate::event::{Event, Happening, Ineffective};
use crate::schedule::Due;

/// What an application is going to send.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Feed {
    pub topic: Arc<str>,
    /// In key and value `{n}` stands for the number of the record.
    pub key: Option<Arc<str>>,
    pub value: Option<Arc<str>>,
    pub headers: Vec<Header>,
    /// By explicit choice of the application.
    pub partition: Option<i32>,
    /// Number of the next record.
    pub next: i64,
    /// Records still to be sent, more than none.
    pub left: u64,
    /// From one record to the next; `None` while it stands still.
    pub every: Option<Micros>,
}

/// A feed that has not come to its end.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Feeding {
    pub client: ClientId,
    pub feed: Arc<Feed>,
    /// Its entry on the schedule.
    due: Option<Due>,
}

/// A text with its number put in.
pub fn numbered(text: &str, n: i64) -> String {
    text.replace("{n}", &n.to_string())
}

impl Feed {
    fn record(&self, producer: ClientId, n: u32) -> RecordToSend {
        // Records without a number in their text share it, however many they are.
        let text = |text: &Option<Arc<str>>| {
            text.as_ref().map(|text| match text.contains("{n}") {
                true => numbered(text, self.next).into(),
                false => Arc::clone(text),
            })
        };
        RecordToSend {
            id: RecordId { producer, n },
            key: text(&self.key),
            value: text(&self.value),
            headers: self.headers.clone(),
            partition: self.partition,
        }
    }
}

impl Cluster {
    /// Records that a client was handed so far.
    pub fn sent_by(&self, client: ClientId) -> u32 {
        self.sent.get(&client).copied().unwrap_or(0)
    }

    /// Records that its application will still hand to a client by itself.
    pub fn to_be_sent_by(&self, client: ClientId) -> u64 {
        let of_client = self.feeds.values().filter(|feeding| feeding.client == client);
        of_client.map(|feeding| feeding.feed.left).sum()
    }

    /// Begins a feed; its first record is handed over at once.
    pub(crate) fn begin_feed<W: Watch>(
        &mut self,
        client: ClientId,
        feed: &Feed,
        doing: &mut Doing<'_, '_, W>,
    ) -> Result<(), Ineffective> {
        self.running(NodeId::Client(client))?;
        let number = self.take_seq();
        let feeding = Feeding {
            client,
            feed: Arc::new(feed.clone()),
            due: None,
        };
        self.feeds.insert(number, feeding);
        self.feed(number, doing);
        Ok(())
    }

    /// The next record of a feed is handed over.
    pub(crate) fn feed<W: Watch>(&mut self, number: u64, doing: &mut Doing<'_, '_, W>) -> Happening {
        let Some(mut feeding) = self.feeds.remove(&number) else {
            return Happening::Ineffective(Ineffective::NothingDue);
        };
        let client = feeding.client;
        let feed = Arc::make_mut(&mut feeding.feed);
        let records = vec![feed.record(client, self.sent_by(client))];
        let topic = feed.topic.clone();
        feed.next += 1;
        feed.left = feed.left.saturating_sub(1);
        feeding.due = None;
        if feed.left > 0 {
            self.feeds.insert(number, feeding);
            self.schedule_feed(number);
        }
        self.hand_over(client, &Command::Send { topic, records }, doing);
        Happening::Called { client }
    }

    /// A client's application calls it.
    pub(crate) fn hand_over<W: Watch>(&mut self, client: ClientId, command: &Command, doing: &mut Doing<'_, '_, W>) {
        if let Command::Send { records, .. } = command {
            *self.sent.entry(client).or_default() += records.len() as u32;
        }
        self.run(NodeId::Client(client), Input::Command(command), doing);
    }

    /// Gives all feeds of a client another rate, from now on.
    pub(crate) fn change_rate(&mut self, client: ClientId, every: Option<Micros>) -> Result<(), Ineffective> {
        let of_client = self.feeds.iter().filter(|(_, feeding)| feeding.client == client);
        let numbers: Vec<u64> = of_client.map(|(number, _)| *number).collect();
        if numbers.is_empty() {
            return Err(Ineffective::NothingDue);
        }
        for number in numbers {
            let feeding = self.feeds.get_mut(&number).expect("it was just listed");
            Arc::make_mut(&mut feeding.feed).every = every;
            if let Some(due) = feeding.due.take() {
                self.queue.remove(due);
            }
            self.schedule_feed(number);
        }
        Ok(())
    }

    fn schedule_feed(&mut self, number: u64) {
        let seq = self.take_seq();
        let Some(feeding) = self.feeds.get_mut(&number) else {
            return;
        };
        let Some(every) = feeding.feed.every else { return };
        let due = (self.now + every, seq);
        feeding.due = Some(due);
        self.queue.enter(due, Event::Feed(number));
    }
}
