//! The engine as JavaScript sees it: the only crate that knows JavaScript. It converts and passes on, nothing else.
//!
//! Values go out as plain objects, 64-bit integers as numbers. A mistake in outside text is thrown as a plain `StoryError`.

use replication::base::time::Micros;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use simulation::workload::{Shape, Workload, fast_forward};
use view::lane::Columns;
use view::seen::Seen as BoardSeen;
use view::showing::{self, Showing, Wanted};
use view::why::Question as AskedQuestion;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Runs once, when the module is instantiated: a panic then says where it happened in the browser's console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// The version of the engine. Links name it, so that an old link can be opened by the engine that wrote it.
#[wasm_bindgen(js_name = engineVersion)]
#[must_use]
pub fn engine_version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The stories that come with the engine.
#[wasm_bindgen]
#[must_use]
pub fn stories() -> JsValue {
    out(&showing::stories())
}

/// The commands of the story language.
#[wasm_bindgen]
#[must_use]
pub fn commands() -> JsValue {
    out(&view::command::commands())
}

/// Kafka's safety rules that a run may switch off.
#[wasm_bindgen]
#[must_use]
pub fn rules() -> JsValue {
    out(&view::rule::rules())
}

/// The rules that events follow.
#[wasm_bindgen(js_name = eventRules)]
#[must_use]
pub fn event_rules() -> JsValue {
    out(&view::event_rule::event_rules())
}

/// Every setting of the model.
#[wasm_bindgen]
#[must_use]
pub fn configs() -> JsValue {
    out(&view::config::configs())
}

/// All that is wrong with a story as far as it can be told without running it.
#[wasm_bindgen]
#[must_use]
pub fn mistakes(text: &str) -> JsValue {
    out(&showing::mistakes(text))
}

/// A story with another setting of the process `whose`, of all when that is empty. Throws a `StoryError`.
#[wasm_bindgen(js_name = withSetting)]
pub fn with_setting(text: &str, whose: &str, name: &str, value: &str) -> Result<String, JsValue> {
    showing::with_setting(text, whose, name, value).map_err(|mistake| out(&mistake))
}

/// A story with what it expects as comments.
#[wasm_bindgen(js_name = withoutExpectations)]
#[must_use]
pub fn without_expectations(text: &str) -> String {
    showing::without_expectations(text)
}

/// Every kind of moment, in the order by which a time line speaks of them.
#[wasm_bindgen(js_name = momentKinds)]
#[must_use]
pub fn moment_kinds() -> JsValue {
    out(&view::read_timeline::moment_kinds())
}

/// What a connection may be narrowed to.
#[wasm_bindgen]
#[must_use]
pub fn purposes() -> JsValue {
    out(&view::command::purposes())
}

/// The text of a story by its name. Throws a `StoryError` when there is none.
#[wasm_bindgen(js_name = storyText)]
pub fn story_text(name: &str) -> Result<String, JsValue> {
    showing::story_text(name).map_err(|mistake| out(&mistake))
}

/// Plays a story, what a person did in it, and on to a time, with at most so much work; each only if it is given. Throws a
/// `StoryError` when something is wrong with one of them.
#[wasm_bindgen]
pub fn open(
    text: &str,
    by_hand: Option<String>,
    until: Option<f64>,
    most_work: Option<f64>,
) -> Result<Session, JsValue> {
    let wanted = Wanted {
        by_hand: by_hand.as_deref().unwrap_or_default(),
        until: until.map_or(0, whole),
        most_work: most_work.map(whole),
    };
    match Showing::open_with(text, wanted) {
        Ok(showing) => Ok(Session { showing }),
        Err(mistake) => Err(out(&mistake)),
    }
}

/// The load that the engine is measured by: steady produce for so many model seconds. Returns the steps it took.
#[wasm_bindgen(js_name = steadyProduce)]
#[must_use]
pub fn steady_produce(brokers: i32, partitions: i32, seconds: u32) -> f64 {
    let workload = Workload::start(Shape {
        brokers,
        partitions,
        ..Shape::default()
    });
    let (mut world, mut load) = (workload.history.world().clone(), workload.load);
    fast_forward(&mut world, &mut load, Micros(1_000_000 * u64::from(seconds))).steps as f64
}

/// One run.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Session {
    showing: Showing,
}

#[wasm_bindgen]
extern "C" {
    /// What the page asks about, as it writes it. Read field by field: a deserializer would be 2 % of the module.
    #[derive(Debug)]
    pub type Question;

    #[wasm_bindgen(method, getter)]
    fn kind(this: &Question) -> String;
    #[wasm_bindgen(method, getter)]
    fn partition(this: &Question) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    fn offset(this: &Question) -> Option<f64>;
    #[wasm_bindgen(method, getter)]
    fn broker(this: &Question) -> Option<f64>;
    #[wasm_bindgen(method, getter)]
    fn key(this: &Question) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    fn node(this: &Question) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    fn producer(this: &Question) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    fn consumer(this: &Question) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    fn n(this: &Question) -> Option<f64>;
    #[wasm_bindgen(method, getter)]
    fn position(this: &Question) -> Option<f64>;
}

/// Nothing when a field is missing, or when there is no such kind.
fn asked(question: &Question) -> Option<AskedQuestion> {
    let partition = || question.partition();
    let offset = || question.offset().map(|offset| offset as i64);
    let broker = || question.broker().map(|broker| broker as i32);
    let n = || question.n().map(|n| n as u32);
    Some(match question.kind().as_str() {
        "record" => AskedQuestion::Record {
            partition: partition()?,
            offset: offset()?,
        },
        "readable" => AskedQuestion::Readable {
            consumer: question.consumer()?,
            partition: partition()?,
            offset: offset()?,
        },
        "acknowledgement" => AskedQuestion::Acknowledgement {
            producer: question.producer()?,
            n: n()?,
        },
        "loss" => AskedQuestion::Loss {
            producer: question.producer()?,
            n: n()?,
        },
        "high-watermark" => AskedQuestion::HighWatermark {
            partition: partition()?,
            broker: broker(),
        },
        "leadership" => AskedQuestion::Leadership {
            partition: partition()?,
        },
        "membership" => AskedQuestion::Membership {
            partition: partition()?,
            broker: broker()?,
        },
        "parked" => AskedQuestion::Parked { key: question.key()? },
        "message" => AskedQuestion::Message { key: question.key()? },
        "producer" => AskedQuestion::Producer { node: question.node()? },
        "consumer" => AskedQuestion::Consumer { node: question.node()? },
        "session" => AskedQuestion::Session { broker: broker()? },
        "metadata" => AskedQuestion::Metadata { broker: broker()? },
        "refusal" => AskedQuestion::Refusal {
            position: question.position()? as u64,
        },
        "last-refusal" => AskedQuestion::LastRefusal { node: question.node()? },
        _ => return None,
    })
}

#[wasm_bindgen]
extern "C" {
    /// What of the board the page shows.
    #[derive(Debug)]
    pub type Seen;

    #[wasm_bindgen(method, getter)]
    fn records(this: &Seen) -> f64;
    #[wasm_bindgen(method, getter)]
    fn whole(this: &Seen) -> f64;
    #[wasm_bindgen(method, getter)]
    fn first(this: &Seen) -> f64;
    #[wasm_bindgen(method, getter)]
    fn count(this: &Seen) -> f64;
    #[wasm_bindgen(method, getter)]
    fn open(this: &Seen) -> Vec<String>;
    #[wasm_bindgen(method, getter)]
    fn unfolded(this: &Seen) -> Vec<String>;
    #[wasm_bindgen(method, getter)]
    fn find(this: &Seen) -> String;
    #[wasm_bindgen(method, getter)]
    fn troubled(this: &Seen) -> bool;
    #[wasm_bindgen(method, getter)]
    fn idle(this: &Seen) -> bool;
    #[wasm_bindgen(method, getter)]
    fn fields(this: &Seen) -> f64;
    #[wasm_bindgen(method, getter)]
    fn message(this: &Seen) -> Option<String>;
}

fn seen_of(seen: &Seen) -> BoardSeen {
    BoardSeen {
        records: seen.records() as usize,
        whole: seen.whole() as usize,
        first: seen.first() as usize,
        count: seen.count() as usize,
        open: seen.open(),
        unfolded: seen.unfolded(),
        find: seen.find(),
        troubled: seen.troubled(),
        idle: seen.idle(),
        fields: seen.fields() as usize,
        message: seen.message(),
    }
}

#[wasm_bindgen]
impl Session {
    #[must_use]
    pub fn configs(&self) -> JsValue {
        out(&self.showing.configs())
    }

    #[wasm_bindgen(js_name = partitionFor)]
    #[must_use]
    pub fn partition_for(&self, topic: &str, key: &str) -> Option<i32> {
        self.showing.partition_for(topic, key)
    }

    pub fn timeline(&mut self, from: f64) -> JsValue {
        out(&self.showing.timeline(whole(from)))
    }

    /// `edges` are pairs of time and position.
    #[must_use]
    pub fn lanes(&self, edges: &[f64], per_mark: u32, full: &[u32], others: &[u32]) -> JsValue {
        let edges = edges.chunks_exact(2).map(|edge| (edge[0] as i64, whole(edge[1])));
        let columns = Columns {
            edges: edges.collect(),
            per_mark,
        };
        out(&self.showing.lanes(&columns, full, others))
    }

    #[must_use]
    pub fn scheduled(&self) -> JsValue {
        out(&self.showing.scheduled())
    }

    /// The same run once more. Each goes its own way from here.
    #[must_use]
    pub fn fork(&self) -> Session {
        Session {
            showing: self.showing.clone(),
        }
    }

    pub fn board(&mut self, position: f64, seen: &Seen) -> JsValue {
        out(&self.showing.board(whole(position), &seen_of(seen)))
    }

    #[wasm_bindgen(js_name = positionAt)]
    pub fn position_at(&mut self, time: f64) -> JsValue {
        out(&self.showing.position_at(time as i64))
    }

    pub fn happened(&mut self, position: f64, count: u32) -> JsValue {
        out(&self.showing.happened(whole(position), count as usize))
    }

    /// Nothing when the question names nothing that is there.
    pub fn why(&mut self, question: &Question) -> JsValue {
        let question = asked(question);
        out(&question.map_or_else(Vec::new, |question| self.showing.why(&question)))
    }

    /// A row for each of the `newest` records, and for those that are lost or there twice.
    #[must_use]
    pub fn ledger(&self, newest: u32) -> JsValue {
        out(&self.showing.ledger(newest as usize))
    }

    /// Of every topic when none is named.
    #[must_use]
    pub fn metrics(&self, process: &str) -> JsValue {
        out(&self.showing.metrics(process))
    }

    pub fn print(&mut self, line: &str) -> Result<JsValue, JsValue> {
        match self.showing.print(line) {
            Ok(printed) => Ok(out(&printed)),
            Err(mistake) => Err(out(&mistake)),
        }
    }

    pub fn act(&mut self, position: f64, line: &str) -> Result<JsValue, JsValue> {
        match self.showing.act(whole(position), line) {
            Ok(end) => Ok(out(&end)),
            Err(mistake) => Err(out(&mistake)),
        }
    }

    #[wasm_bindgen(js_name = undoTo)]
    pub fn undo_to(&mut self, position: f64) -> JsValue {
        out(&self.showing.undo_to(whole(position)))
    }

    #[wasm_bindgen(js_name = runOn)]
    pub fn run_on(&mut self, micros: f64) -> JsValue {
        out(&self.showing.run_on(whole(micros)))
    }

    pub fn reach(&mut self, position: f64) -> JsValue {
        out(&self.showing.reach(whole(position)))
    }

    pub fn text(&mut self) -> String {
        self.showing.text()
    }

    #[wasm_bindgen(js_name = byHand)]
    pub fn by_hand(&mut self) -> String {
        self.showing.by_hand()
    }

    pub fn travelled(&mut self, from: f64, to: f64, idle: bool, most: u32) -> JsValue {
        out(&self.showing.travelled(whole(from), whole(to), idle, most as usize))
    }

    /// 16 hex digits.
    #[must_use]
    pub fn digest(&self) -> String {
        format!("{:016x}", self.showing.state_digest())
    }

    /// 16 hex digits.
    #[wasm_bindgen(js_name = outcomeDigest)]
    #[must_use]
    pub fn outcome_digest(&self) -> String {
        format!("{:016x}", self.showing.outcome_digest())
    }
}

/// A number from JavaScript as a whole one; what is not one becomes 0 or the largest.
fn whole(number: f64) -> u64 {
    number as u64
}

fn out(value: &impl Serialize) -> JsValue {
    let plain = Serializer::json_compatible();
    value.serialize(&plain).expect("view types are plain data")
}
