// Why a record is lost, and which settings would have kept it: in the ledger and at the end of a why.

import type { LossCause, ProcessEnd, SettingValue } from '../engine/view';
import { sentenceCase } from './quantity';

export function causeSentence(cause: LossCause): string {
  switch (cause.kind) {
    case 'never-appended':
      return neverAppended(cause);
    case 'not-copied': {
      const { appendedBy, ended, leader, epoch } = cause;
      const what = ended === null ? `Broker ${appendedBy} ceased to lead` : `Broker ${appendedBy} ${ends[ended]}`;
      return `${what} before broker ${leader} had copied it, and broker ${leader} was elected in epoch ${epoch}, without it.`;
    }
    case 'deposed-leader':
      return `Broker ${cause.appendedBy} took it when it led no more: broker ${cause.leader} had been elected in epoch ${cause.epoch}, and broker ${cause.appendedBy} had not heard of that.`;
    case 'unclean-election': {
      const who = `Broker ${cause.leader}, which was not in the ISR and did not have it, was elected in epoch ${cause.epoch}`;
      return cause.asked
        ? `${who}: somebody asked for an unclean election.`
        : `${who}: nobody in the ISR was alive, and the topic allows that.`;
    }
    case 'last-known-leader':
      return `ISR and ELR were empty, and the last known leader, broker ${cause.leader}, was elected in epoch ${cause.epoch}, without it.`;
    case 'unflushed': {
      const { brokers, leader, epoch } = cause;
      const them = brokerList(brokers);
      return `${sentenceCase(them)} lost power while it was in the page cache only.${elected(leader, epoch)}`;
    }
    case 'disk-lost':
      return `${sentenceCase(brokerList(cause.brokers))} lost ${cause.brokers.length === 1 ? 'its disk' : 'their disks'}.${elected(cause.leader, cause.epoch)}`;
    case 'rule-off':
      return `Broker ${cause.leader} leads in epoch ${cause.epoch} without it. Kafka would not have let it come to that; this run has switched off a rule of Kafka.`;
    case 'leader-without':
      return `Broker ${cause.leader} leads in epoch ${cause.epoch}, without it.`;
  }
}

function neverAppended({ sentTo, readBy, led }: Extract<LossCause, { kind: 'never-appended' }>): string {
  if (readBy === null) {
    const to = sentTo === null ? 'Its request' : `Its request to broker ${sentTo}`;
    return `${to} reached nobody, and with acks=0 there is no answer that would be missed.`;
  }
  const why = led ? 'refused it' : 'did not lead, and a follower writes nothing';
  return `Broker ${readBy} ${why}. With acks=0 there is no answer to carry the error.`;
}

function elected(leader: number | null, epoch: number | null): string {
  return leader === null ? '' : ` Then broker ${leader} was elected in epoch ${epoch}, without it.`;
}

const ends: Record<ProcessEnd, string> = {
  stopped: 'stopped',
  crashed: 'crashed',
  'power-lost': 'lost power',
  'disk-lost': 'lost its disk',
};

/** What stands over the settings that would have changed it, or that there is none. */
export function settingsTitle(ways: readonly SettingValue[][], what: 'loss' | 'twice', promised: boolean): string {
  if (ways.length > 1) return 'Any one of these would have changed it:';
  if (ways.length === 1) return 'This would have changed it:';
  if (what === 'loss' && !promised) return 'No setting was missing: an application that is told failure sends again.';
  return 'No setting would have changed it.';
}

export function settingText({ name, value }: SettingValue): string {
  return value === null ? `rule ${name}` : `${name}=${value}`;
}

/** What it would have done here, for all settings of one way. */
export function settingReason(way: readonly SettingValue[]): string {
  const last = way.at(-1);
  if (last === undefined) return '';
  if (last.value === null) return 'as Kafka has it.';
  switch (last.name) {
    case 'acks':
      return last.value === 'all'
        ? 'the producer is told only when every in-sync replica has it; until then it sends again, to the next leader too.'
        : 'an answer is waited for: the producer learns of the failure and sends again.';
    case 'min.insync.replicas':
      return `with fewer than ${last.value} in-sync replicas the produce is refused; with as many, another complete replica may lead.`;
    case 'unclean.leader.election.enable':
      return 'the partition stays offline until a replica that has it is back.';
    case 'replication.factor':
      return 'two other brokers have it as well, and one of them leads.';
    case 'flush.messages':
      return 'each record is forced to disk as it is appended.';
    case 'eligible.leader.replicas.version':
      return 'a replica that left the ISR complete may lead in place of one that lost records.';
    case 'enable.idempotence':
      return 'the leader knows the batch by its number and does not append it again.';
    default:
      return '';
  }
}

/** broker 1 · brokers 1 and 2 · brokers 1, 2 and 3 */
export function brokerList(ids: readonly (number | string)[]): string {
  const last = ids.at(-1);
  if (ids.length < 2) return `broker ${last}`;
  return `brokers ${ids.slice(0, -1).join(', ')} and ${last}`;
}
