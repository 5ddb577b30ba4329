// Every fact of a chain as a sentence that can be checked on the screen; a root says what will change it. Here are those of why a
// high watermark is where it is, which a story's reel has; all others come with the engine (because_beyond.ts).

import type { Because, CountedAs, LinkState, Position, ProcessState, Unelected } from '../engine/view';
import { beyond } from './beyond';
import { brokers, duration, nodeName, plural, sentenceCase } from './quantity';

type Of<Kind extends Because['kind']> = Extract<Because, { kind: Kind }>;

export function becauseSentence(because: Because): string {
  switch (because.kind) {
    case 'high-watermark-is-smallest':
      return `The high watermark is the smallest position, as the leader knows it, among those it counts (${brokers(who(because.counted))}): ${where(because.counted)}.`;
    case 'high-watermark-does-not-go-back':
      return `The high watermark stays at ${because.highWatermark}: it does not go back. It moves on when the smallest position, as the leader knows it, has passed it (${brokers(who(because.counted))}): ${where(because.counted)}.`;
    case 'high-watermark-frozen':
      return `The high watermark stands at ${because.highWatermark}: the ISR (${brokers(because.isr)}) has ${plural(because.isr.length, 'member')}, min.insync.replicas asks for ${because.minInsyncReplicas}.`;
    case 'held-back-by':
      return because.lastFetchAgo === null || because.logEndOffset < 0
        ? `Broker ${because.broker} has not fetched from this leader in this epoch yet.`
        : `Broker ${because.broker} last asked for offset ${because.logEndOffset}, ${duration(because.lastFetchAgo)} ago.`;
    case 'counted-though':
      return countedAs(because.broker, because.because);
    case 'has-more-than-leader-knows':
      return `Its own log ends at ${because.logEndOffset} already. The leader has heard of ${because.leaderKnows < 0 ? 'nothing' : because.leaderKnows} and learns the rest by its next fetch.`;
    case 'not-arrived':
      return because.answer
        ? `The answer to ${because.api}, from ${nodeName(because.from)} to ${nodeName(because.to)}, was sent ${duration(because.ago)} ago and has not arrived.`
        : `${because.api} from ${nodeName(because.from)} to ${nodeName(because.to)} was sent ${duration(because.ago)} ago and has not arrived.`;
    case 'behind':
      return `${because.api} stands behind ${plural(because.before, 'message')} of the same connection. They arrive in order.`;
    case 'link-slow':
      return `The connection from ${nodeName(because.from)} to ${nodeName(because.to)} is slow: ${duration(because.by)} are added to each message.`;

    case 'not-in-isr':
      return `Broker ${because.broker} is not in the ISR of ${because.partition}.`;
    case 'joining':
      return `Broker ${because.broker} is about to join the ISR of ${because.partition}. It counts for the high watermark already, but is no member before the controller says so.`;
    case 'needs-epoch-start':
      return `It has to reach ${because.epochStartOffset}, where the leader's epoch began, first. It is at ${because.logEndOffset}.`;
    case 'never-fetched-in-epoch':
      return `Broker ${because.broker} has not fetched in epoch ${because.epoch} yet, so the leader does not know how far it is.`;
    case 'isr-needs-controller':
      return `Nobody leaves or joins the ISR of ${because.partition} before the controller hears of it from broker ${because.leader}, the leader.`;
    case 'proposal-pending':
      return `Broker ${because.leader}, the leader, has asked the controller for a new ISR of ${because.partition} and waits for the answer. Until then it counts the larger set.`;
    case 'acts-in-epoch':
      return because.epoch < 0
        ? `Broker ${because.broker} has not been told yet what it is for ${because.partition}. The leader acts in epoch ${because.onRecord}.`
        : `Broker ${because.broker} acts in epoch ${because.epoch} of ${because.partition}, the leader in epoch ${because.onRecord}. They do not work together until both know the same.`;

    case 'does-not-act-yet':
      return `Broker ${because.broker} is on record as leader of ${because.partition} in epoch ${because.epoch}, but does not act as one.`;
    case 'no-leader':
      return noLeader(because);
    case 'not-elected':
      return notElected[because.because](because.broker);

    case 'broker-is-fenced':
      return brokerIsFenced(because);
    case 'broker-is-shutting-down':
      return `Broker ${because.broker} is shutting down, and gives up its leaderships and ISR memberships.`;
    case 'shutdown-waits':
      return because.leads
        ? `Broker ${because.broker} still leads something, so it may not exit yet.`
        : `Broker ${because.broker} may not exit yet: ${because.behind.length === 0 ? 'the controller has not said so' : `${because.behind.length === 1 ? 'broker' : 'brokers'} ${brokers(because.behind)} ${because.behind.length === 1 ? 'has' : 'have'} not heard of its going yet`}.`;
    case 'needs-own-registration':
      return `It is unfenced when it has read its own registration, at ${because.registrationOffset} of the metadata log. It is at ${because.metadataOffset}.`;
    case 'metadata-behind':
      return because.behind === 0
        ? `Broker ${because.broker} has read the metadata up to ${because.newest} and does not act on it before the controller has said that it has caught up.`
        : `Broker ${because.broker} has read the metadata up to ${because.metadataOffset} of ${because.newest}: ${plural(because.behind, 'record')} behind.`;

    case 'high-watermark-at-log-end':
      return `The high watermark, ${because.highWatermark}, is where the leader's log ends: everything in it is committed. The next record moves both, the log end first.`;
    case 'high-watermark-may-move':
      return `Nothing holds it back any more. It moves to ${because.to} with the next fetch, record or ISR change that reaches the leader.`;
    case 'on-its-way':
      return `${because.api} from ${nodeName(because.from)} to ${nodeName(because.to)} is on its way and arrives in ${duration(because.arrivesIn)}.`;
    case 'link-is':
      return `The connection from ${nodeName(because.from)} to ${nodeName(because.to)} is ${linkState(because.state)}.`;
    case 'process-is':
      return `${sentenceCase(nodeName(because.node))} ${processState(because.state)}.`;
    case 'gives-up':
      return `${sentenceCase(nodeName(because.node))} gives up in ${duration(because.endsIn)} (${because.setting}) and closes the connection.`;
    case 'tries-again':
      return `${sentenceCase(nodeName(because.node))} tries again in ${duration(because.endsIn)}${because.setting === '' ? '' : ` (${because.setting})`}.`;
    case 'fetch-parked':
      return `The fetch of broker ${because.broker} for ${because.partition} at ${because.fetchOffset} is parked on broker ${because.leader}: there was nothing to give. A new record wakes it, or it is answered in ${duration(because.endsIn)}.`;
    case 'fetching-stopped':
      return `Broker ${because.broker} has stopped fetching ${because.partition} after an error. It begins again with a new leader epoch.`;
    case 'will-leave-isr':
      return willLeave(because);
    case 'joins-with-next-fetch':
      return `It has what it needs. The leader proposes it to the controller when it hears from it next.`;
    case 'unclean-election':
      return because.allowed
        ? `unclean.leader.election.enable=true: ${because.endsIn === null ? 'a replica that may lack records can be elected' : `in ${duration(because.endsIn)} the controller elects a replica that may lack records, if one is active`}.`
        : 'unclean.leader.election.enable=false: a replica that may lack committed records is not elected, unless somebody asks for it by hand.';
    case 'session-ends':
      return `If no heartbeat of broker ${because.broker} comes, its session ends in ${duration(because.endsIn)}. The controller looks every ${duration(because.every)}, fences it then and takes it out of every ISR.`;
    case 'next-heartbeat':
      return `Broker ${because.broker} sends its next heartbeat in ${duration(because.endsIn)}.`;
    case 'old-session':
      return `A former life of broker ${because.broker} is registered, and its session may still be alive: the new one is refused for another ${duration(because.endsIn)}.`;
    default:
      return beyond().beyondSentence(because);
  }
}

function brokerIsFenced({ broker, lastContactAgo, wasHeard }: Of<'broker-is-fenced'>): string {
  const fenced = `The controller has fenced broker ${broker}`;
  if (lastContactAgo !== null) return `${fenced}. It last heard from it ${duration(lastContactAgo)} ago.`;
  return wasHeard
    ? `${fenced}: it has not heard from it for longer than a session (broker.session.timeout.ms).`
    : `${fenced}: it has had no heartbeat of it since it registered.`;
}

function who(counted: readonly Position[]): number[] {
  return counted.map(({ broker }) => broker);
}

function where(counted: readonly Position[]): string {
  return counted.map(({ logEndOffset }) => (logEndOffset < 0 ? 'not known' : logEndOffset)).join(', ');
}

function countedAs(broker: number, because: CountedAs): string {
  switch (because) {
    case 'joining':
      return `Broker ${broker} is about to join the ISR, and counts from now on.`;
    case 'leaving':
      return `Broker ${broker} is about to leave the ISR, and counts until the controller has agreed.`;
    case 'caught-up':
      return `Broker ${broker} is not in the ISR, but caught up lately, and may join: it counts, so that it can.`;
  }
}

function noLeader({ partition, isr, elr, lastKnown }: Of<'no-leader'>): string {
  if (isr.length + elr.length > 0)
    return `Nobody leads ${partition}. ISR: ${brokers(isr)}. ELR: ${brokers(elr)}. One of these has to come back.`;
  return lastKnown === null
    ? `Nobody leads ${partition}: ISR and ELR are empty, and no last leader is known.`
    : `Nobody leads ${partition}: ISR and ELR are empty. Broker ${lastKnown} led last and may lead again.`;
}

const notElected: Record<Unelected, (broker: number) => string> = {
  'not-registered': (broker) => `Broker ${broker} may not lead: it is not registered with the controller.`,
  fenced: (broker) => `Broker ${broker} may not lead while it is fenced.`,
  'shutting-down': (broker) => `Broker ${broker} may not lead: it is shutting down, and gives leaderships away.`,
  leaving: (broker) => `Broker ${broker} may not lead: a reassignment takes it out of the assignment.`,
  'unclean-shutdown': (broker) =>
    `Broker ${broker} may not lead: it did not end cleanly, so its disk may lack records that it had acknowledged.`,
  'not-in-isr': (broker) =>
    `Broker ${broker} may not lead: it is not in the ISR, so it may lack committed records. Only an unclean election would choose it.`,
  'in-elr-but-isr-not-empty': (broker) =>
    `Broker ${broker} is in the ELR: it holds every committed record, but its turn comes only when nobody of the ISR can lead.`,
  'last-known-but-elr-not-empty': (broker) =>
    `Broker ${broker} led last, and its turn comes only when ISR and ELR are both empty.`,
  eligible: (broker) =>
    `Broker ${broker} could lead as well, but stands later in the assignment, or the leader stays. Who has the longer log is not asked.`,
};

function willLeave({ broker, lagEndsIn, checkedIn, to, underMinIsr }: Of<'will-leave-isr'>): string {
  const over =
    lagEndsIn === 0
      ? `The time that broker ${broker} may go without catching up (replica.lag.time.max.ms) is over`
      : `If it stays so, the time that broker ${broker} may go without catching up (replica.lag.time.max.ms) is over in ${duration(lagEndsIn)}`;
  const then = underMinIsr
    ? '. That has fewer members then than min.insync.replicas asks for, so the high watermark stands'
    : to === null
      ? ''
      : `, and the high watermark moves to ${to}`;
  return `${over}. The leader's check finds it so in ${duration(checkedIn)}; once the controller agrees it is out of the ISR${then}.`;
}

function linkState(state: LinkState): string {
  switch (state) {
    case 'cut':
      return 'cut: what is sent waits until it is healed, or until one side gives up';
    case 'held':
      return 'held: nothing arrives until it is released';
    case 'slow':
      return 'slow';
  }
}

function processState(state: ProcessState): string {
  switch (state) {
    case 'starting':
      return 'is starting and serves nothing yet';
    case 'running':
      return 'is running';
    case 'fenced':
      return 'is running, but the controller has fenced it';
    case 'stopping':
      return 'is in controlled shutdown';
    case 'paused':
      return 'stands still, until somebody lets it go on';
    case 'down':
      return 'is down, until somebody starts it';
  }
}
