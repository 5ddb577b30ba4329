//! A process of any kind, and the one way to make it act.

use crate::base::config::NodeConfig;
use crate::base::time::SimTime;
use crate::broker::Broker;
use crate::client::admin::Admin;
use crate::client::consumer::Consumer;
use crate::client::producer::Producer;
use crate::controller::Controller;
use crate::input::Input;
use crate::log::disk::Disk;
use crate::outbox::Outbox;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(clippy::large_enum_variant, reason = "a node lies behind a pointer of its own")]
pub enum Node {
    Broker(Broker),
    Controller(Controller),
    Producer(Producer),
    Consumer(Consumer),
    Admin(Admin),
}

impl Node {
    /// Applies one input. Total: stale or wrong input is answered as Kafka answers it.
    pub fn handle(&mut self, disk: &mut Disk, at: SimTime, config: &NodeConfig, input: Input<'_>, out: &mut Outbox) {
        match self {
            Node::Broker(broker) => broker.handle(disk, at, config, input, out),
            Node::Controller(controller) => controller.handle(disk, at, config, input, out),
            Node::Producer(producer) => producer.handle(at, config, input, out),
            Node::Consumer(consumer) => consumer.handle(at, config, input, out),
            Node::Admin(admin) => admin.handle(at, config, input, out),
        }
    }
}
