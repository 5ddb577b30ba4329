// What happened, as sentences: past tense, numbers with their change, then the consequence if there is one.

import type { Event, Happened } from '../engine/view';
import { errorSentence } from './error_code';
import { brokers, duration, nodeName, offsets, plural, sentenceCase } from './quantity';

export function happenedSentence(event: Event): string {
  switch (event.kind) {
    case 'acted':
      return acted(event);
    case 'produce-sent':
      return `${event.producer} sent ${plural(event.records, 'record')} to broker ${event.to} with acks=${event.acks}.`;
    case 'appended': {
      const written = offsets(event.baseOffset, event.logEndOffset - event.baseOffset);
      return `Broker ${event.broker} appended ${written}. LEO ${event.baseOffset} → ${event.logEndOffset}, high watermark stays at ${event.highWatermark}.`;
    }
    case 'copied': {
      const written = offsets(event.baseOffset, event.logEndOffset - event.baseOffset);
      return `Broker ${event.broker} appended ${written}, copied from broker ${event.leader}. Broker ${event.leader} does not know yet.`;
    }
    case 'fetched':
      return fetched(event);
    case 'fetch-answered': {
      const what = event.records === 0 ? 'no records' : offsets(event.baseOffset, event.records);
      return `Broker ${event.leader} answered broker ${event.broker} with ${what} and its high watermark, ${event.highWatermark}.`;
    }
    case 'high-watermark-moved':
      return highWatermarkMoved(event);
    case 'acknowledged':
      return acknowledged(event);
    case 'send-failed': {
      const fate = event.everSent
        ? 'A request with them did leave, so they may be stored all the same.'
        : 'They never left the client.';
      return `${event.producer} gave up on ${plural(event.records, 'record')}. ${errorSentence(event.error)} ${fate}`;
    }
    case 'duplicate-recognised': {
      const records = plural(event.lastSequence - event.sequence + 1, 'record');
      return `Broker ${event.broker} knew sequence number ${event.sequence} of this producer already: ${records}, at offset ${event.baseOffset}. It wrote nothing, and answers as it did the first time.`;
    }
    case 'producer-epoch-bumped':
      return event.epoch === null
        ? `${event.producer} has used up its epochs, and asks for a new producer id.`
        : `${event.producer} raised its epoch to ${event.epoch}. It could not know what became of a batch, so it numbers from 0 again.`;
    case 'refused':
      return `Broker ${event.broker} refused ${event.api} from ${nodeName(event.from)}. ${errorSentence(event.error)}`;
    case 'answered':
      return event.error === null
        ? `${event.client} got its answer to ${event.api} from ${nodeName(event.from)}.`
        : `${event.client} got an error from ${nodeName(event.from)} to its ${event.api}. ${errorSentence(event.error)}`;
    case 'consumer-read': {
      const read = offsets(event.from, event.position - event.from);
      return `${event.consumer} read ${read}. Its position: ${event.from} → ${event.position}.`;
    }
    case 'consumer-saved':
      return `${event.consumer} saved offset ${event.offset}. After a restart it goes on from there.`;
    case 'isr-changed':
      return isrChanged(event);
    case 'isr-proposed':
      return isrProposed(event);
    case 'elr-changed':
      return `ELR ${brokers(event.from)} → ${brokers(event.to)}. Its members hold every committed record and may lead, though they are not in the ISR.`;
    case 'leader-elected':
      return leaderElected(event);
    case 'became-leader':
      return `Broker ${event.broker} became the leader in epoch ${event.epoch}, with LEO ${event.logEndOffset} and high watermark ${event.highWatermark}.`;
    case 'became-follower':
      return event.leader === null
        ? `Broker ${event.broker} learnt of epoch ${event.epoch}: nobody leads, so it fetches from nobody.`
        : `Broker ${event.broker} became a follower of broker ${event.leader} in epoch ${event.epoch}.`;
    case 'replicas-changed':
      return `Replicas of ${event.partition}: ${event.from.join(', ')} → ${event.to.join(', ')}.`;
    case 'replica-deleted':
      return `Broker ${event.broker} deleted its replica of ${event.partition}. It is not assigned one any more.`;
    case 'log-start-moved':
      return `Broker ${event.broker} deleted the first records of ${event.partition}: its log begins at ${event.to} instead of ${event.from}.`;
    case 'truncated': {
      const cut = offsets(event.to, event.from - event.to);
      return `Broker ${event.broker} cut its log: LEO ${event.from} → ${event.to}. Its leader's log does not have ${cut} of that epoch.`;
    }
    case 'broker-registered':
      return `Broker ${event.broker} registered with the controller; this life of it has broker epoch ${event.epoch}.`;
    case 'broker-fenced':
      return `The controller fenced broker ${event.broker}. It may lead nothing until it is heard of again.`;
    case 'broker-unfenced':
      return `The controller unfenced broker ${event.broker}. It may serve and join ISRs again.`;
    case 'broker-unregistered':
      return `The controller forgot broker ${event.broker}: it is in no ISR any more, and its place in assignments stays empty until somebody fills it.`;
    case 'partitions-added':
      return event.count === 1
        ? `Topic ${event.topic} got partition ${event.first}. A key may belong to another partition from now on; records stay where they are.`
        : `Topic ${event.topic} got partitions ${event.first} to ${event.first + event.count - 1}. A key may belong to another partition from now on; records stay where they are.`;
    case 'controlled-shutdown-began':
      return `Broker ${event.broker} asked to shut down. The controller moves its leaderships away first.`;
    case 'process-started':
      return `${sentenceCase(nodeName(event.node))} started.`;
    case 'process-crashed':
      return `${sentenceCase(nodeName(event.node))} crashed. Nobody else knows yet.`;
    case 'process-stopped':
      return `${sentenceCase(nodeName(event.node))} stopped.`;
    case 'process-paused':
      return `${sentenceCase(nodeName(event.node))} stood still, as in a long garbage collection. It keeps its state and hears nothing.`;
    case 'process-resumed':
      return `${sentenceCase(nodeName(event.node))} went on. It reads what waits in its sockets before it learns how late it is.`;
    case 'topic-created':
      return `Topic ${event.topic} was created with ${plural(event.partitions, 'partition')}.`;
    case 'config-changed':
      return event.value === null
        ? `${event.resource}: ${event.name} went back to its default.`
        : `${event.resource}: ${event.name}=${event.value}.`;
    case 'link-cut':
      return `The connection ${between(event)} was cut. What was on its way is gone.`;
    case 'link-healed':
      return `The connection ${between(event)} was healed.`;
    case 'link-held':
      return `Messages from ${nodeName(event.from)} to ${nodeName(event.to)} are held on their way.`;
    case 'link-slowed':
      return `Messages from ${nodeName(event.from)} to ${nodeName(event.to)} now take ${duration(event.latency)} longer.`;
    case 'finding':
      return `A rule that must hold did not, ${event.invariant}: ${event.text}`;
  }
}

/** One line of the log: an event, or several of one kind that one sentence can tell. */
export interface LogLine {
  position: number;
  time: number;
  text: string;
  /** The partition it is about; none when it is about a process, a connection or everything. */
  partition: string | null;
  /** The name of the rule that it follows. */
  rule: string;
  /** It tells of a refusal, whose reason can be asked for. */
  refused: boolean;
}

export function logLines(events: readonly Happened[]): LogLine[] {
  const lines: { first: Happened; all: Event[] }[] = [];
  for (const happened of events) {
    const before = lines.at(-1);
    if (before !== undefined && isToldWith(before.first, happened)) before.all.push(happened.event);
    else lines.push({ first: happened, all: [happened.event] });
  }
  return lines.map(({ first, all }) => ({
    position: first.position,
    time: first.time,
    text: all.length === 1 ? happenedSentence(first.event) : together(all),
    partition: partitionOf(first.event),
    rule: first.rule,
    refused: first.event.kind === 'refused' || first.event.kind === 'send-failed',
  }));
}

/** The same answer to several followers in one step; several records given to one producer at one time. */
function isToldWith(before: Happened, next: Happened): boolean {
  const [a, b] = [before.event, next.event];
  if (before.time !== next.time || a.kind !== b.kind) return false;
  if (a.kind === 'fetch-answered' && b.kind === 'fetch-answered') {
    return a.partition === b.partition && a.baseOffset === b.baseOffset && a.records === b.records;
  }
  if (a.kind !== 'acted' || b.kind !== 'acted') return false;
  const [one, other] = [produced(a.line), produced(b.line)];
  if (one === null || other === null || one.rate !== null || other.rate !== null) return false;
  return one.producer === other.producer && one.topic === other.topic;
}

function together(events: readonly Event[]): string {
  const [first] = events;
  if (first?.kind === 'fetch-answered') {
    const followers = events.map((event) => ('broker' in event ? event.broker : 0)).sort((a, b) => a - b);
    const what = offsets(first.baseOffset, first.records);
    return `Broker ${first.leader} answered brokers ${listed(followers)} with ${what} and its high watermark, ${first.highWatermark}.`;
  }
  const all = events.map((event) => (event.kind === 'acted' ? produced(event.line) : null));
  const keys = all.flatMap((one) => (one?.key == null ? [] : [one.key]));
  const count = all.reduce((sum, one) => sum + Number(one?.count ?? 1), 0);
  const { producer = '', topic = '' } = all[0] ?? {};
  return `${producer} was given ${count} records for ${topic}${keys.length === 0 ? '' : `, keys ${listed(keys)}`}.`;
}

function acted({ line }: Of<'acted'>): string {
  const one = produced(line);
  if (one === null) return `Done: ${line}`;
  if (one.rate !== null) {
    const all = plural(Number(one.count ?? 1), 'record');
    return `${one.producer} is given ${all} for ${one.topic}, ${one.rate} a second.`;
  }
  const what = one.count === null ? 'a record' : plural(Number(one.count), 'record');
  return `${one.producer} was given ${what} for ${one.topic}${one.key === null ? '' : `, key ${one.key}`}.`;
}

interface Produced {
  producer: string;
  topic: string;
  key: string | null;
  count: string | null;
  rate: string | null;
}

/** What a `produce` line says; nothing for any other line. */
function produced(line: string): Produced | null {
  const words = line.match(/(?:[^\s"]|"(?:[^"\\]|\\.)*")+/g) ?? [];
  if (words[0] !== 'produce' || words[1] === undefined) return null;
  const value = (name: string) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const [third = ''] = words.slice(2);
  const key = value('key') ?? (third === '' || third.includes('=') ? null : third);
  return { producer: value('from') ?? 'producer', topic: words[1], key, count: value('count'), rate: value('rate') };
}

function listed(all: readonly (string | number)[]): string {
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** The partition it is about; none when it is about a process, a connection or everything. */
export function partitionOf(event: Event): string | null {
  return 'partition' in event ? event.partition : null;
}

type Of<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>;

function fetched({ broker, leader, fetchOffset, knew, learnt }: Of<'fetched'>): string {
  const fact = `Broker ${broker} fetched from offset ${fetchOffset}`;
  switch (learnt) {
    case 'first':
      return `${fact}: its first fetch in this epoch. Now broker ${leader} knows how far it is.`;
    case 'more':
      return `${fact}. That told broker ${leader} that it has everything below: ${knew} → ${fetchOffset}.`;
    case 'less':
      return `${fact}. That told broker ${leader} that it has less than before: ${knew} → ${fetchOffset}.`;
  }
}

function highWatermarkMoved({ broker, from, to, leader, committed }: Of<'high-watermark-moved'>): string {
  if (!leader) return `Broker ${broker} heard of the high watermark: ${from} → ${to}.`;
  const fact = `High watermark ${from} → ${to}`;
  if (committed === 0) return `${fact}.`;
  const one = committed === 1;
  return `${fact}: ${offsets(from, committed)} ${one ? 'is' : 'are'} committed, and consumers may read ${one ? 'it' : 'them'}.`;
}

function acknowledged({ producer, baseOffset, records, acks, after }: Of<'acknowledged'>): string {
  const what = baseOffset === null ? plural(records, 'record') : offsets(baseOffset, records);
  if (acks === '0')
    return `${producer} counts ${plural(records, 'record')} as sent. With acks=0 no broker ever answers.`;
  const because = acks === '1' ? 'the leader wrote it' : 'every in-sync replica has it';
  const becauseMany = acks === '1' ? 'the leader wrote them' : 'every in-sync replica has them';
  return `${producer} was told ${what}, ${duration(after)} after it sent, because ${records === 1 ? because : becauseMany} (acks=${acks}).`;
}

function isrChanged({ from, to, minInsyncReplicas, underMinIsr }: Of<'isr-changed'>): string {
  const change = `ISR ${brokers(from)} → ${brokers(to)}, written by the controller.`;
  if (!underMinIsr) return change;
  return `${change} That is fewer than min.insync.replicas=${minInsyncReplicas}: acks=all is refused and the high watermark stands.`;
}

function isrProposed({ broker, from, to, outOfSync, caughtUp }: Of<'isr-proposed'>): string {
  const out = outOfSync.map(
    (late) => `broker ${late.broker} had not caught up for ${duration(late.behindFor)} and is at ${late.logEndOffset}`,
  );
  const joining = caughtUp.map((id) => `broker ${id} has caught up`);
  const reasons = [...out, ...joining].join('; ');
  const proposal = `Broker ${broker} asked the controller for ISR ${brokers(from)} → ${brokers(to)}`;
  return reasons === '' ? `${proposal}.` : `${proposal}: ${reasons}.`;
}

function leaderElected({ from, to, epoch, unclean }: Of<'leader-elected'>): string {
  if (to === null)
    return `Leader ${from ?? 'none'} → none in epoch ${epoch}. No replica may lead: the partition is offline.`;
  const how = unclean ? ' It was not in sync: records that were committed may be lost.' : '';
  return `Leader ${from ?? 'none'} → ${to}, in epoch ${epoch}.${how}`;
}

function between({ from, to }: { from: string; to: string }): string {
  return `from ${nodeName(from)} to ${nodeName(to)}`;
}
