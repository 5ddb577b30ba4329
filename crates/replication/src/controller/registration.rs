//! BrokerRegistration: a broker process makes itself known and is given its broker epoch.
//!
//! A new incarnation begins fenced and in no ISR; only a heartbeat that says it has caught up with the metadata log unfences
//! it. Not modelled, because nothing here can be wrong about them: cluster ids, log directories, supported features.
//!
//! Source: ClusterControlManager.registerBroker; KIP-631, KIP-966.

use super::fencing::shut_down;
use super::{Batch, Controller, Turn};
use crate::base::epoch::BrokerEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::rule::Rule;
use crate::base::time::SimTime;
use crate::base::why::Why;
use crate::message::broker_lifecycle::{BrokerRegistrationRequest, BrokerRegistrationResponse};
use crate::message::metadata_record::MetadataRecord;

impl Controller {
    pub(super) fn register_broker(
        &mut self,
        request: &BrokerRegistrationRequest,
        turn: &mut Turn<'_>,
    ) -> BrokerRegistrationResponse {
        if let Some(ends_after) = self.old_session(request, turn) {
            turn.out.explain(Why::OldSessionMayBeAlive {
                broker: request.broker,
                ends_after,
            });
            return BrokerRegistrationResponse {
                error: ErrorCode::DuplicateBrokerRegistration,
                broker_epoch: BrokerEpoch::UNKNOWN,
            };
        }
        let existing = self.image.brokers.get(&request.broker);
        let same = existing.filter(|known| known.incarnation == request.incarnation);
        let broker_epoch = same.map_or(BrokerEpoch(self.image.end_offset), |known| known.broker_epoch);
        let registration = MetadataRecord::RegisterBroker {
            broker: request.broker,
            incarnation: request.incarnation,
            broker_epoch,
            rack: request.rack.clone(),
            fenced: same.is_none_or(|known| known.fenced),
            in_controlled_shutdown: same.is_some_and(|known| known.in_controlled_shutdown),
        };
        let mut batch = match same {
            Some(_) => Batch::default(),
            None => {
                let clean = existing.is_some_and(|known| known.broker_epoch == request.previous_broker_epoch);
                shut_down(&self.image, turn.rules, request.broker, clean)
            }
        };
        batch.records.push(registration);
        self.write(batch, turn);
        BrokerRegistrationResponse {
            error: ErrorCode::None,
            broker_epoch,
        }
    }

    /// The end of a session that forbids this registration: another incarnation was heard of within it, whether fenced or
    /// stopping. No session is known of a broker that this controller has not heard of.
    fn old_session(&self, request: &BrokerRegistrationRequest, turn: &Turn<'_>) -> Option<SimTime> {
        let known = self.image.brokers.get(&request.broker)?;
        let session = turn.config.session_timeout;
        let alive = self
            .sessions
            .has_valid_session(request.broker, known.broker_epoch, turn.at, session);
        let refused = alive && known.incarnation != request.incarnation && turn.rules.on(Rule::OldSessionEndsFirst);
        let last_contact = self.sessions.last_contact(request.broker, known.broker_epoch)?;
        refused.then_some(last_contact + session)
    }
}
