// The chain of causes as sentences: each a fact that can be checked on the screen, the last one what will change it.

import type { Question } from '../engine/engine';
import type { Because, LinkState, ProcessState } from '../engine/view';
import { brokers, duration, nodeName, plural, sentenceCase } from './quantity';

/** The question itself, as far as its answer shows how it has to be put. */
export function whyTitle(question: Question, chain: readonly Because[]): string {
  const first = chain[0];
  // Without a leader every other question comes down to this one.
  if (first?.kind === 'no-leader') return 'Why does nobody lead?';
  if (first?.kind === 'leads') return `Why does broker ${first.broker} lead?`;
  switch (question.kind) {
    case 'record':
      if (first?.kind === 'record-committed') return `Why is offset ${question.offset} committed?`;
      if (first?.kind === 'record-not-there') return `Where is offset ${question.offset}?`;
      return `Why is offset ${question.offset} not committed?`;
    case 'high-watermark': {
      const known = chain.find((because) => 'highWatermark' in because);
      const value = known && 'highWatermark' in known ? ` ${known.highWatermark}` : '';
      return `Why is the high watermark${value}?`;
    }
    case 'leadership':
      return 'Who leads, and why?';
    case 'membership':
      return first?.kind === 'in-isr'
        ? `Why is broker ${question.broker} in the ISR?`
        : `Why is broker ${question.broker} not in the ISR?`;
    case 'parked':
      return 'Why does this request wait?';
  }
}

/** A question that has not been answered yet. */
export function questionTitle(question: Question, withPartition: boolean): string {
  const of = (partition: string) => (withPartition ? ` of ${partition}` : '');
  switch (question.kind) {
    case 'record':
      return `Is offset ${question.offset} committed, and why?`;
    case 'high-watermark':
      return `Why is the high watermark${of(question.partition)} where it is?`;
    case 'leadership':
      return `Who leads${withPartition ? ` ${question.partition}` : ''}, and why not another?`;
    case 'membership':
      return `Is broker ${question.broker} in the ISR${of(question.partition)}, and why?`;
    case 'parked':
      return 'Why does this request wait?';
  }
}

export function becauseSentence(because: Because): string {
  switch (because.kind) {
    case 'record-committed':
      return `Offset ${because.offset} is below the high watermark, ${because.highWatermark}: it is committed, and consumers may read it.`;
    case 'record-not-committed':
      return `Offset ${because.offset} is not below the high watermark, ${because.highWatermark}: it is not committed, and consumers may not read it.`;
    case 'record-not-there':
      return `No replica holds offset ${because.offset}. The leader's log ends at ${because.logEndOffset}.`;
    case 'high-watermark-is-smallest': {
      const who = because.counted.map(({ broker }) => broker);
      const where = because.counted.map(({ logEndOffset }) => (logEndOffset < 0 ? 'not known' : logEndOffset));
      return `The high watermark is the smallest position, as the leader knows it, in the ISR (${brokers(who)}): ${where.join(', ')}.`;
    }
    case 'high-watermark-at-log-end':
      return `The high watermark, ${because.highWatermark}, is where the leader's log ends: everything in it is committed. The next record moves both, the log end first.`;
    case 'high-watermark-frozen':
      return `The high watermark stands at ${because.highWatermark}: the ISR (${brokers(because.isr)}) has ${plural(because.isr.length, 'member')}, min.insync.replicas asks for ${because.minInsyncReplicas}.`;
    case 'held-back-by':
      return because.lastFetchAgo === null
        ? `Broker ${because.broker} has not fetched from this leader yet.`
        : `Broker ${because.broker} last asked for offset ${because.logEndOffset}, ${duration(because.lastFetchAgo)} ago.`;
    case 'has-more-than-leader-knows':
      return `Its own log ends at ${because.logEndOffset} already. The leader has heard of ${sentenceOffset(because.leaderKnows)} and learns the rest by its next fetch.`;
    case 'on-its-way':
      return because.arrivesIn === null
        ? `${because.api} from ${nodeName(because.from)} to ${nodeName(because.to)} is held on its way.`
        : `${because.api} from ${nodeName(because.from)} to ${nodeName(because.to)} is on its way and arrives in ${duration(because.arrivesIn)}.`;
    case 'fetch-parked':
      return `The fetch of broker ${because.broker} at ${because.fetchOffset} is parked on broker ${because.leader}: there was nothing to give. A new record wakes it, or it ends in ${duration(because.endsIn)}.`;
    case 'link-is':
      return `The connection from ${nodeName(because.from)} to ${nodeName(because.to)} is ${linkState(because.state)}.`;
    case 'process-is':
      return `${sentenceCase(nodeName(because.node))} ${processState(because.state)}.`;
    case 'will-leave-isr':
      return willLeave(because);
    case 'in-isr':
      return because.caughtUpAgo === null
        ? `Broker ${because.broker} is in the ISR. The leader has not found it caught up in this epoch yet.`
        : `Broker ${because.broker} is in the ISR: the leader last found it caught up ${duration(because.caughtUpAgo)} ago. Its position is ${because.logEndOffset}; how many records it lags does not count.`;
    case 'not-in-isr':
      return `Broker ${because.broker} is not in the ISR of ${because.partition}.`;
    case 'needs-high-watermark':
      return `It has to reach the high watermark, ${because.highWatermark}, first. It is at ${because.logEndOffset}.`;
    case 'needs-epoch-start':
      return `It has to reach ${because.epochStartOffset}, where the leader's epoch began, first. It is at ${because.logEndOffset}.`;
    case 'never-fetched-in-epoch':
      return `Broker ${because.broker} has not fetched in epoch ${because.epoch} yet, so the leader does not know how far it is.`;
    case 'broker-is-fenced':
      return `The controller has fenced broker ${because.broker}: it hears no heartbeats from it.`;
    case 'broker-is-shutting-down':
      return `Broker ${because.broker} is shutting down.`;
    case 'proposal-pending':
      return 'The leader has asked the controller for a new ISR and waits for the answer. Until then it counts the larger set.';
    case 'leads':
      return because.preferred
        ? `Broker ${because.broker} leads ${because.partition} in epoch ${because.epoch}. It stands first in the assignment: it is the preferred leader.`
        : `Broker ${because.broker} leads ${because.partition} in epoch ${because.epoch}. It is not the preferred leader, which stands first in the assignment.`;
    case 'no-leader':
      return because.isr.length + because.elr.length === 0
        ? `Nobody leads ${because.partition}: ISR and ELR are empty. The broker that led last may lead again, or an unclean election chooses one that may lack records.`
        : `Nobody leads ${because.partition}. ISR: ${brokers(because.isr)}. ELR: ${brokers(because.elr)}. One of these has to come back.`;
    case 'not-elected':
      return notElectedSentence(because.broker, because.because);
    case 'produce-waits':
      return `The leader answers when the high watermark reaches ${because.requiredOffset}; it is ${because.highWatermark}. It gives up in ${duration(because.endsIn)}.`;
    case 'fetch-waits':
      return `There is no record at ${because.fetchOffset} yet. The first one is sent at once; without one the answer goes out empty in ${duration(because.endsIn)}.`;
  }
}

/** By the names that the engine gives them. */
const notElected: Record<string, (broker: number) => string> = {
  'not-registered': (broker) => `Broker ${broker} may not lead: it is not registered with the controller.`,
  fenced: (broker) =>
    `Broker ${broker} may not lead: the controller has fenced it, because it is down or its heartbeats do not arrive.`,
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
    `Broker ${broker} could lead as well, but stands later in the assignment. Who has the longer log is not asked.`,
};

export function notElectedSentence(broker: number, reason: string): string {
  return notElected[reason]?.(broker) ?? `Broker ${broker} was not chosen: ${reason}.`;
}

function willLeave({ broker, earliestIn, latestIn, to }: Extract<Because, { kind: 'will-leave-isr' }>): string {
  const when =
    latestIn <= earliestIn
      ? `in ${duration(earliestIn)}`
      : `between ${duration(earliestIn)} and ${duration(latestIn)} from now`;
  return `If it stays so, broker ${broker} leaves the ISR ${when}, and the high watermark moves to ${to}.`;
}

function sentenceOffset(leaderKnows: number): string {
  return leaderKnows < 0 ? 'nothing' : String(leaderKnows);
}

function linkState(state: LinkState): string {
  switch (state) {
    case 'cut':
      return 'cut';
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
      return 'stands still';
    case 'down':
      return 'is down';
  }
}
