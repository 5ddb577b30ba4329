//! What is told of idempotent producers: copies, gaps, epochs.

use view::event::{Event, Happened};
use view::showing::{Showing, story_text};
use view::why::{Because, ProducerFaultView, Question};

/// A story at its end, with everything that happened in it.
fn told(name: &str) -> (Showing, Vec<Happened>) {
    let mut showing = Showing::open(&story_text(name).unwrap()).unwrap();
    let end = showing.timeline(0).end.position;
    let happened = showing.happened(end, 10_000);
    (showing, happened)
}

#[test]
fn a_copy_is_told_with_its_number_and_where_the_first_lies() {
    let (_, happened) = told("a_retry_after_a_lost_answer_is_recognised");
    let copies: Vec<&Happened> = happened
        .iter()
        .filter(|one| matches!(one.event, Event::DuplicateRecognised { .. }))
        .collect();
    let first = Event::DuplicateRecognised {
        broker: 1,
        partition: "orders.placed-0".into(),
        producer_id: 0,
        epoch: 0,
        sequence: 1,
        last_sequence: 1,
        base_offset: 1,
    };
    assert_eq!(copies[0].event, first);
    assert_eq!(copies[0].rule, "known-batch");
    // After the election the new leader knows the numbers too.
    assert!(matches!(
        copies[1].event,
        Event::DuplicateRecognised {
            broker: 2,
            sequence: 2,
            ..
        }
    ));
}

#[test]
fn a_refusal_for_its_number_says_what_was_expected() {
    let (mut showing, happened) = told("a_gap_in_the_sequence_is_refused");
    let refused = happened
        .iter()
        .find(|one| matches!(&one.event, Event::Refused { error, .. } if error == "OUT_OF_ORDER_SEQUENCE_NUMBER"));
    let refused = refused.expect("a gap is refused");
    assert_eq!(refused.rule, "next-in-sequence");
    let position = refused.position;
    let chain = showing.why(&Question::Refusal { position });
    let expected = Because::ProducerFault {
        partition: "orders.placed-0".into(),
        producer_id: 7,
        epoch: 0,
        sequence: 3,
        fault: ProducerFaultView::NotNext { expected: 2 },
    };
    assert_eq!(chain.last().map(|cause| &cause.because), Some(&expected), "{chain:?}");
}

#[test]
fn a_new_epoch_is_told() {
    let (_, happened) = told("a_batch_given_up_ends_the_epoch_of_its_producer");
    let bumped = Event::ProducerEpochBumped {
        producer: "order-service".into(),
        epoch: Some(1),
    };
    let bumped = happened.iter().find(|one| one.event == bumped);
    assert_eq!(bumped.expect("it is told").rule, "new-producer-epoch");
}
