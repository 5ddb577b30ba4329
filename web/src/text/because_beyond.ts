// The facts of a chain that only an engine answers; they are a file that comes with it. Those on a story's reel are in because.ts.

import type { Because, Ground, LostBy } from '../engine/view';
import { errorSentence } from './error_code';
import { causeSentence, settingReason, settingsTitle, settingText } from './loss';
import { brokers, duration, nodeName, offsets, plural, sentenceCase } from './quantity';

type Of<Kind extends Because['kind']> = Extract<Because, { kind: Kind }>;

/** All that because.ts has no sentence for. */
export type Beyond = Exclude<
  Because,
  Of<
    | 'acts-in-epoch'
    | 'behind'
    | 'broker-is-fenced'
    | 'broker-is-shutting-down'
    | 'counted-though'
    | 'does-not-act-yet'
    | 'fetch-parked'
    | 'fetching-stopped'
    | 'gives-up'
    | 'has-more-than-leader-knows'
    | 'held-back-by'
    | 'high-watermark-at-log-end'
    | 'high-watermark-does-not-go-back'
    | 'high-watermark-frozen'
    | 'high-watermark-is-smallest'
    | 'high-watermark-may-move'
    | 'isr-needs-controller'
    | 'joining'
    | 'joins-with-next-fetch'
    | 'link-is'
    | 'link-slow'
    | 'metadata-behind'
    | 'needs-epoch-start'
    | 'needs-own-registration'
    | 'never-fetched-in-epoch'
    | 'next-heartbeat'
    | 'no-leader'
    | 'not-arrived'
    | 'not-elected'
    | 'not-in-isr'
    | 'old-session'
    | 'on-its-way'
    | 'process-is'
    | 'proposal-pending'
    | 'session-ends'
    | 'shutdown-waits'
    | 'tries-again'
    | 'unclean-election'
    | 'will-leave-isr'
  >
>;

export function beyondSentence(because: Beyond): string {
  switch (because.kind) {
    case 'record-committed':
      return `Offset ${because.offset} is below the high watermark, ${because.highWatermark}: it is committed, and consumers may read it.`;
    case 'record-not-committed':
      return `Offset ${because.offset} is not below the high watermark, ${because.highWatermark}: it is not committed, and consumers may not read it.`;
    case 'record-not-there':
      return `The leader's log does not have offset ${because.offset}: it ends at ${because.logEndOffset}.`;
    case 'record-deleted':
      return `The log of ${because.partition} begins at ${because.logStartOffset}: offset ${because.offset} was deleted from its beginning, by retention or by somebody.`;
    case 'record-not-stable':
      return `${because.consumer} reads what is decided (isolation.level=read_committed): it stops at the last stable offset, ${because.lastStableOffset}, where a transaction began that is open, or whose end is not committed yet. Offset ${because.offset} waits behind it.`;
    case 'record-undecided':
      return `Nobody acts as leader of ${because.partition}, so nobody can say whether offset ${because.offset} is committed, and nobody may read it.`;
    case 'record-not-readable':
      return `${because.consumer} may not read offset ${because.offset}: it is not below the high watermark, ${because.highWatermark}.`;
    case 'record-readable':
      return because.position === null
        ? `Offset ${because.offset} is below the high watermark, ${because.highWatermark}: it may be read. ${because.consumer} has no position yet.`
        : `Offset ${because.offset} is below the high watermark, ${because.highWatermark}: it may be read. ${because.consumer} is at ${because.position}.`;
    case 'not-told-yet':
      return `${because.producer} sent it ${duration(because.sentAgo)} ago and has heard nothing of it yet.${because.acks === '' ? '' : ` ${waitsFor(because.acks)}`}`;
    case 'told-failed':
      return `${because.producer} was told ${duration(because.after)} after it sent: ${errorSentence(because.error)} ${because.everSent ? 'A request with it did leave, so it may be stored all the same.' : 'It never left the client.'}`;
    case 'stored-by':
      return `Broker ${because.broker} wrote it as leader of ${because.partition} in epoch ${because.epoch}, at offset ${because.offset}, ${duration(because.ago)} ago.${because.again === 0 ? '' : ` It was sent again and written ${because.again === 1 ? 'once more' : `${because.again} times more`}.`}`;
    case 'lost-from':
      return `${lostBy(because.cause, because.broker)} ${duration(because.ago)} ago.`;
    case 'lost':
      return `${causeSentence(because.cause)}${because.committed ? ' It had been committed.' : ''} That was ${duration(because.ago)} ago.`;
    case 'kept-with':
      return keptWith(because);

    case 'follower-high-watermark':
      return `Broker ${because.broker} believes in a high watermark of ${because.highWatermark}; its leader, broker ${because.leader}, is at ${because.leaders}. A follower hears of it only with the answer to a fetch.`;
    case 'told-with-divergence':
      return `Broker ${because.leader} has said ${because.highWatermark} already, in the answer that made broker ${because.broker} cut its log: of such an answer a follower takes nothing else. Within a fetch session a leader does not repeat itself: it says it again with the next record, or when its high watermark or log start moves.`;

    case 'fetch-without-it':
      return `The fetch of broker ${because.broker} that is under way was sent to broker ${because.leader} before it had ${because.partition} to fetch. The next one asks for it.`;
    case 'asked':
      return `${sentenceCase(nodeName(because.from))} sent ${because.api} to ${nodeName(because.to)} ${duration(because.ago)} ago. There is no answer yet.`;
    case 'waits-in-socket':
      return `${because.api} has arrived and waits in the socket of ${nodeName(because.node)}, unread.`;
    case 'answers-one-at-a-time':
      return `${sentenceCase(nodeName(because.node))} reads the next request of a connection when it has answered the one before: ${because.answersFirst} first, then ${because.api}.`;
    case 'in-isr':
      return because.caughtUpAgo === null
        ? `Broker ${because.broker} is in the ISR of ${because.partition}. Its position is ${because.logEndOffset}.`
        : `Broker ${because.broker} is in the ISR of ${because.partition}: the leader last found it caught up ${duration(because.caughtUpAgo)} ago. Its position is ${because.logEndOffset}; how many records it lags does not count.`;
    case 'leaving':
      return `Broker ${because.broker} is about to leave the ISR of ${because.partition}: ${because.caughtUpAgo === null ? 'it has not caught up in this epoch' : `it last caught up ${duration(because.caughtUpAgo)} ago`}, and is at ${because.logEndOffset < 0 ? 'a position nobody knows' : because.logEndOffset}. It is a member until the controller says otherwise.`;
    case 'needs-high-watermark':
      return `It has to reach the high watermark, ${because.highWatermark}, first. It is at ${because.logEndOffset}.`;
    case 'fetched-as-former':
      return `What the leader knows of broker ${because.broker} it heard from an earlier life of that process. It does not count.`;
    case 'leader-has-other-isr':
      return `Broker ${because.leader} acts on the ISR ${brokers(because.isr)}; on record it is ${brokers(because.onRecord)}.`;
    case 'leads':
      return because.preferred
        ? `Broker ${because.broker} leads ${because.partition} in epoch ${because.epoch}. It stands first in the assignment: it is the preferred leader.`
        : `Broker ${because.broker} leads ${because.partition} in epoch ${because.epoch}. It is not the preferred leader, which stands first in the assignment.`;
    case 'elected':
      return elected(because);
    case 'still-acts':
      return `Broker ${because.broker} still believes that it leads ${because.partition}, in epoch ${because.epoch}. It goes on until it hears otherwise.`;
    case 'broker-not-registered':
      return `Broker ${because.broker} is not registered with the controller.`;
    case 'broker-is-unfenced':
      return `Broker ${because.broker} is not fenced: the controller heard from it ${duration(because.lastContactAgo)} ago. Its session ends in ${duration(because.sessionEndsIn)} if no heartbeat comes.`;
    case 'producer-has':
      return `${because.producer} has ${plural(because.waiting, 'record')} waiting and ${plural(because.inFlight, 'record')} sent without an answer.`;
    case 'consumer-assigned':
      return `${because.consumer} reads ${plural(because.partitions, 'partition')}.`;
    case 'send-waits-for-metadata':
      return `send() of ${because.producer} waits for metadata of ${because.topic}${because.behind === 0 ? '' : `, and ${plural(because.behind, 'call')} behind it`}. It fails in ${duration(because.endsIn)} (max.block.ms).`;
    case 'batch-queued':
      return `${plural(because.records, 'record')} for ${because.partition} ${because.records === 1 ? 'stands' : 'stand'} in the producer's queue${because.attempts === 0 ? '' : `, put back ${because.attempts === 1 ? 'once' : `${because.attempts} times`} after a failure`}.`;
    case 'batch-behind-another':
      return because.numbered
        ? `Its number follows that of an earlier batch of ${because.partition}, which has to come to its end first.`
        : `With one request in flight at a time, the batch of ${because.partition} before it has to come to its end first.`;
    case 'no-producer-id':
      return `${because.node} is idempotent and has no producer id yet: without one it sends no records.`;
    case 'in-flight-limit':
      return `${because.node} has ${plural(because.limit, 'request')} to broker ${because.broker} without an answer, and sends no more than that (max.in.flight.requests.per.connection).`;
    case 'knows-no-leader':
      return `The metadata of ${because.node} names no leader of ${because.partition}.`;
    case 'metadata-first':
      return `${because.node} asks for metadata before it sends anything else.`;
    case 'position-unsettled':
      return because.resets
        ? `${because.consumer} has no position in ${because.partition} yet: it asks the leader where the log begins or ends.`
        : `${because.consumer} asks the new leader of ${because.partition} whether its position is still in the log.`;

    case 'produce-waits':
      return `The leader answers when the high watermark of ${because.partition} reaches ${because.requiredOffset}; it is ${because.highWatermark}. It gives up in ${duration(because.endsIn)}.`;
    case 'refused':
      return `Broker ${because.broker} refused ${because.api} from ${nodeName(because.from)}${because.partition === null ? '' : ` for ${because.partition}`}. ${errorSentence(because.error)}`;
    case 'not-enough-replicas':
      return `The ISR of ${because.partition} (${brokers(because.isr)}) had ${plural(because.isr.length, 'member')}; min.insync.replicas asks for ${because.minInsyncReplicas}. Nothing was written.`;
    case 'producer-fault':
      return producerFault(because);
    case 'does-not-lead':
      return because.leader === null
        ? `Broker ${because.broker} did not lead ${because.partition}, and knew no leader of it.`
        : because.leads
          ? `Broker ${because.broker} led ${because.partition} in epoch ${because.epoch}, but did not take the request as one for this leadership.`
          : `Broker ${because.broker} did not lead ${because.partition}. As far as it knew, broker ${because.leader} did, in epoch ${because.epoch}.`;
    case 'spoke-of-epoch':
      return `${sentenceCase(nodeName(because.node))} spoke of epoch ${because.epoch} of ${because.partition}; broker ${because.broker} was in epoch ${because.brokers}.`;
    case 'high-watermark-too-late':
      return `It was written at offset ${because.offset}, and the high watermark of ${because.partition}, ${because.highWatermark}, did not get past it in time. It stays written and may still be committed.`;

    case 'lies-on':
      return `It lies in ${because.brokers.length === 1 ? 'the log of broker' : 'the logs of brokers'} ${brokers(because.brokers)}. ${flushed(because)}`;
    case 'lies-nowhere':
      return `No replica's log has it any more, or none ever did: nobody holds offset ${because.offset} of ${because.partition}.`;
    case 'never-stored':
      return `No leader ever wrote it. Nothing of it is left but what ${because.producer} kept.`;
    case 'sender-gone':
      return `The process of ${because.producer} that sent it has ended: nobody is left to be told.`;
    case 'promised':
      return promised(because.acks);
    case 'acknowledged':
      return acknowledged(because);
    case 'consumer-has-read':
      return `${because.consumer} has read offset ${because.offset}. Its position is ${because.position}.`;
    case 'consumer-passed-over':
      return `${because.consumer} has not read offset ${because.offset}, and will not: its position is ${because.position}, beyond it.`;
    case 'not-assigned':
      return `${because.consumer} does not read ${because.partition}: it is not assigned to it.`;
    case 'follower-has-high-watermark':
      return `Broker ${because.broker} knows the high watermark of its leader, ${because.highWatermark}. It hears of the next one with the answer to its fetch.`;
    case 'fetch-waits':
      return `There is no record at ${because.fetchOffset} of ${because.partition} yet. The first one is sent at once; without one the answer goes out empty in ${duration(because.endsIn)}.`;
    case 'fetch-waits-for-bytes':
      return `There are records already, but less than the ${plural(because.minBytes, 'byte')} that ${nodeName(because.node)} asks for at least (${because.setting}). With more the answer goes out at once, without it in ${duration(because.endsIn)}.`;
    case 'may-lag':
      return `It may go without catching up for ${duration(because.limit)} (replica.lag.time.max.ms): ${because.endsIn === 0 ? 'that is over' : `${duration(because.endsIn)} of that are left`}.`;
    case 'at-leaders-end':
      return `It has all that the leader has. While nothing more is written it is in sync however long that is; after that it may go ${duration(because.limit)} without catching up (replica.lag.time.max.ms).`;
    case 'leader-is-in-isr':
      return `Broker ${because.broker} leads ${because.partition}. The leader is always in the ISR.`;
    case 'not-a-replica':
      return `Broker ${because.broker} has no replica of ${because.partition}: it is assigned to ${brokers(because.assigned)}.`;
    case 'leads-until':
      return `Broker ${because.broker} leads on as long as the controller hears from it. Its session ends in ${duration(because.sessionEndsIn)}, and each heartbeat begins it anew.`;
    case 'preferred-check':
      return because.endsIn === null
        ? `Leadership does not go back to broker ${because.broker} by itself: auto.leader.rebalance.enable=false. A preferred election by hand would do it.`
        : `Broker ${because.broker} is the preferred leader: the next check for that, in ${duration(because.endsIn)}, gives leadership back to it if it can lead then.`;
    case 'metadata-up-to-date':
      return `Broker ${because.broker} has applied all metadata there is, up to ${because.metadataOffset}.`;
    case 'lingers':
      return `It waits for more records to go along: another ${duration(because.endsIn)} (linger.ms), or until the batch is full.`;
    case 'nothing-waits':
      return `Nothing of ${because.node} waits.`;
    case 'read-failed':
      return `poll() of ${because.consumer} failed for ${because.partition}: its application has to say where to go on.`;
    case 'none-refused':
      return `No request of ${nodeName(because.node)} was refused so far.`;
    case 'asks-for-metadata':
      return because.leader === null
        ? `${because.node} asks for metadata and tries again. Nobody led it then.`
        : `${because.node} asks for metadata and tries again. The controller had broker ${because.leader} on record as leader.`;
  }
}

function waitsFor(acks: string): string {
  if (acks === '0') return 'With acks=0 no broker ever answers; it counts as sent when it leaves.';
  return acks === '1'
    ? 'acks=1 waits for the leader to write it.'
    : 'acks=all waits until every in-sync replica has it.';
}

function promised(acks: string): string {
  if (acks === '0') return 'acks=0 promises nothing: the producer was never to hear whether anybody had it.';
  return acks === '1'
    ? 'acks=1 promises that the leader has written it, and no more. acks=all would have waited for every in-sync replica.'
    : 'acks=all promises that every in-sync replica had it, min.insync.replicas of them at least. It does not promise that their disks had it.';
}

function acknowledged({ producer, acks, partition, baseOffset, after }: Of<'acknowledged'>): string {
  if (acks === '0')
    return `${producer} counts it as sent. With acks=0 no broker ever answers, so it knows neither offset nor error.`;
  const place =
    baseOffset === null ? 'that it is stored' : `${offsets(baseOffset, 1)} of ${partition ?? 'its partition'}`;
  const because = acks === '1' ? 'the leader wrote it' : 'every in-sync replica had it';
  return `${producer} was told ${place}, ${duration(after)} after it sent, because ${because} (acks=${acks}).`;
}

function keptWith({ ways, promised }: Of<'kept-with'>): string {
  const each = ways.map((way) => `${way.map(settingText).join(' with ')} – ${settingReason(way)}`);
  return [settingsTitle(ways, 'loss', promised), ...each].join(' ');
}

function lostBy(cause: LostBy, broker: number): string {
  switch (cause) {
    case 'truncation':
      return `Broker ${broker} cut it from its log to follow its leader`;
    case 'power-loss':
      return `Broker ${broker} lost it with its power: it was not flushed to disk yet`;
    case 'disk-loss':
      return `Broker ${broker} lost its disk, and with it this record,`;
  }
}

function flushed({ flushed, allFlushed }: Of<'lies-on'>): string {
  if (flushed.length === 0) return 'No disk was forced to keep it: Kafka leaves that to the operating system.';
  return allFlushed
    ? 'Their disks have it flushed.'
    : `Flushed to disk on ${flushed.length === 1 ? 'broker' : 'brokers'} ${brokers(flushed)}.`;
}

function elected({ broker, epoch, ground, ago, before }: Of<'elected'>): string {
  const head = `It came to lead in epoch ${epoch}, ${duration(ago)} ago${before === null ? '' : `, after broker ${before}`}`;
  return `${head}: ${elect(ground, broker)}`;
}

function elect(ground: Ground, broker: number): string {
  switch (ground) {
    case 'led-already':
      return 'it led before, and went on.';
    case 'preferred':
      return `broker ${broker} stands first in the assignment, and was active.`;
    case 'first-in-isr':
      return `broker ${broker} was the first active ISR member in the order of the assignment. Who has the longer log is not asked.`;
    case 'first-in-elr':
      return `the ISR was empty, and broker ${broker} the first active ELR member in the order of the assignment.`;
    case 'last-known-leader':
      return 'ISR and ELR were empty, and it had led last. It may lack records that were committed.';
    case 'unclean':
      return 'the election was unclean: it was neither in the ISR nor in the ELR, and may lack committed records.';
    case 'without-consent':
      return 'it was neither in the ISR nor in the ELR, and nobody allowed that: Kafka would not have elected it.';
  }
}

function producerFault({ partition, producerId, epoch, sequence, fault }: Of<'producer-fault'>): string {
  const batch = `The batch had sequence number ${sequence} in epoch ${epoch} of producer ${producerId}`;
  switch (fault.kind) {
    case 'not-next':
      return `${batch}; the leader of ${partition} expected ${fault.expected} next. Nothing was written.`;
    case 'new-epoch-begins-at-zero':
      return `${batch}; the leader knew epoch ${fault.known}, and a new epoch begins with 0. Nothing was written.`;
    case 'old-epoch':
      return `Producer ${producerId} wrote in epoch ${epoch}; the leader of ${partition} knew a later one, ${fault.known}, or asked for one. Nothing was written.`;
    case 'transaction-open':
      return `${batch}, outside the transaction that this producer has had open in ${partition} since offset ${fault.since}. Nothing was written.`;
    case 'old-coordinator-epoch':
      return `The marker came from an earlier coordinator than the one that wrote in ${partition} before, of epoch ${fault.known}. Nothing was written.`;
  }
}
