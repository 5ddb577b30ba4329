//! What may pass: the rules a person has set on links, and who waits because of them. No sockets here.

use std::collections::BTreeMap;

use lab::act::{Link, Purpose};

/// Where one message goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Way {
    pub from: i32,
    pub to: i32,
    pub purpose: Purpose,
    pub is_request: bool,
}

impl Way {
    pub fn back(self) -> Way {
        Way {
            from: self.to,
            to: self.from,
            is_request: !self.is_request,
            ..self
        }
    }

    fn is_on(self, link: &Link) -> bool {
        link.covers(self.from, self.to, self.purpose)
    }
}

/// What becomes of a message at the door.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Pass,
    Wait,
    /// It does not arrive, and its connection ends.
    Break,
}

#[derive(Debug, Default)]
pub struct Doors {
    held: Vec<Link>,
    cut: Vec<Link>,
    lose: Vec<Link>,
    /// With the number of connections there had been.
    resets: Vec<(Link, u64)>,
    permits: BTreeMap<Way, u32>,
    waiting: BTreeMap<Way, u32>,
}

impl Doors {
    pub fn hold(&mut self, links: &[Link]) {
        self.held.extend(links);
    }

    /// A link is released as a whole: also what a wider rule held.
    pub fn release(&mut self, links: &[Link]) {
        let released = links.to_vec();
        self.held = subtract(&self.held, &released);
        self.permits.clear();
    }

    pub fn cut(&mut self, links: &[Link]) {
        self.cut.extend(links);
    }

    pub fn heal(&mut self, links: &[Link]) {
        self.cut = subtract(&self.cut, links);
    }

    pub fn lose(&mut self, link: Link) {
        self.lose.push(link);
    }

    pub fn reset(&mut self, links: &[Link], connections: u64) {
        self.resets.extend(links.iter().map(|link| (*link, connections)));
    }

    /// What becomes of a message; a permit or a loss is used up by it.
    pub fn decide(&mut self, way: Way) -> Verdict {
        if self.cut.iter().any(|link| way.is_on(link)) {
            return Verdict::Break;
        }
        if self.is_held(way) {
            match self.permits.get_mut(&way) {
                Some(permits) if *permits > 0 => *permits -= 1,
                _ => return Verdict::Wait,
            }
        }
        if let Some(place) = self.lose.iter().position(|link| way.is_on(link)) {
            self.lose.remove(place);
            return Verdict::Break;
        }
        Verdict::Pass
    }

    /// Whether a connection on which such messages travel has to end.
    pub fn is_broken(&self, way: Way, connection: u64) -> bool {
        let covers = |link: &Link| way.is_on(link) || way.back().is_on(link);
        self.cut.iter().any(covers)
            || self
                .resets
                .iter()
                .any(|(link, before)| connection <= *before && covers(link))
    }

    pub fn is_held(&self, way: Way) -> bool {
        self.held.iter().any(|link| way.is_on(link))
    }

    pub fn permit(&mut self, way: Way) {
        *self.permits.entry(way).or_default() += 1;
    }

    pub fn is_permitted(&self, way: Way) -> bool {
        self.permits.get(&way).is_some_and(|permits| *permits > 0)
    }

    pub fn begin_waiting(&mut self, way: Way) {
        *self.waiting.entry(way).or_default() += 1;
    }

    pub fn end_waiting(&mut self, way: Way) {
        if let Some(count) = self.waiting.get_mut(&way) {
            *count = count.saturating_sub(1);
        }
    }

    /// A way on this link on which a message waits; requests first.
    pub fn waiting_on(&self, link: Link) -> Option<Way> {
        let mut ways = self
            .waiting
            .iter()
            .filter(|(way, count)| **count > 0 && way.is_on(&link));
        let first = ways.clone().find(|(way, _)| way.is_request);
        first.or_else(|| ways.next()).map(|(way, _)| *way)
    }
}

/// Rules less what is covered by links. A rule both ways splits into its ways.
fn subtract(rules: &[Link], less: &[Link]) -> Vec<Link> {
    let one_way = |link: &Link| {
        let forth = Link {
            both_ways: false,
            ..*link
        };
        let back = Link {
            from: link.to,
            to: link.from,
            ..forth
        };
        if link.both_ways { vec![forth, back] } else { vec![forth] }
    };
    let less: Vec<Link> = less.iter().flat_map(one_way).collect();
    let gone = |rule: &Link| {
        less.iter().any(|link| {
            let same_way = (link.from, link.to) == (rule.from, rule.to);
            same_way && (link.purpose.is_none() || link.purpose == rule.purpose)
        })
    };
    rules.iter().flat_map(one_way).filter(|rule| !gone(rule)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(from: i32, to: i32, purpose: Option<Purpose>, both_ways: bool) -> Link {
        Link {
            from,
            to,
            purpose,
            both_ways,
        }
    }

    const ASKED: Way = Way {
        from: 2,
        to: 1,
        purpose: Purpose::Fetch,
        is_request: true,
    };

    #[test]
    fn a_held_request_waits_and_passes_with_a_permit_once() {
        let mut doors = Doors::default();
        assert_eq!(doors.decide(ASKED), Verdict::Pass);
        doors.hold(&[link(2, 1, Some(Purpose::Fetch), false)]);
        assert_eq!(doors.decide(ASKED), Verdict::Wait);
        // The answer goes the other way.
        assert_eq!(doors.decide(ASKED.back()), Verdict::Pass);
        doors.permit(ASKED);
        assert_eq!(doors.decide(ASKED), Verdict::Pass);
        assert_eq!(doors.decide(ASKED), Verdict::Wait);
        doors.release(&[link(1, 2, None, true)]);
        assert_eq!(doors.decide(ASKED), Verdict::Pass);
    }

    #[test]
    fn one_message_is_lost_and_the_next_arrives() {
        let mut doors = Doors::default();
        doors.lose(link(1, 2, Some(Purpose::Fetch), false));
        assert_eq!(doors.decide(ASKED), Verdict::Pass);
        assert_eq!(doors.decide(ASKED.back()), Verdict::Break);
        assert_eq!(doors.decide(ASKED.back()), Verdict::Pass);
    }

    #[test]
    fn a_cut_way_breaks_connections_until_it_is_healed() {
        let mut doors = Doors::default();
        doors.cut(&[link(1, 2, None, true), link(1, 3, None, true)]);
        assert_eq!(doors.decide(ASKED), Verdict::Break);
        assert!(doors.is_broken(ASKED, 9));
        doors.heal(&[link(2, 1, None, true)]);
        assert_eq!(doors.decide(ASKED), Verdict::Pass);
        assert!(doors.is_broken(Way { from: 3, ..ASKED }, 9));
    }

    #[test]
    fn a_reset_ends_the_connections_there_are_and_no_later_ones() {
        let mut doors = Doors::default();
        doors.reset(&[link(2, 1, None, false)], 4);
        assert!(doors.is_broken(ASKED, 4));
        assert!(!doors.is_broken(ASKED, 5));
    }
}
