import { describe, expect, it } from 'vitest';
import readLedger from '../../../crates/view/src/read_ledger.rs?raw';
import type { LedgerCopy, LedgerRow, LossCause, SettingValue } from '../../src/engine/view';
import { recordOf } from '../../src/model/ledger';
import {
  chainOf,
  copyTitle,
  fateWord,
  foldedRows,
  lossSentence,
  placeOf,
  recordName,
  summary,
  toldWord,
  twiceSentence,
  whole,
} from '../../src/text/ledger';
import { settingReason, settingsTitle, settingText } from '../../src/text/loss';

const copy = (broker: number, offset: number | null, more: Partial<LedgerCopy> = {}): LedgerCopy => ({
  broker,
  process: 'running',
  leads: false,
  offset,
  flushed: false,
  ...more,
});

/** m1 of order-service: acknowledged by broker 1 at offset 1, and not yet copied. */
const onOneBroker: LedgerRow = {
  producer: 'order-service',
  n: 1,
  key: 'm1',
  value: 'm1',
  topic: 'orders.placed',
  partition: 'orders.placed-0',
  acks: '1',
  sentAt: 620_000,
  attempts: 1,
  told: { kind: 'acknowledged', offset: 1, at: 625_673, after: 5_673 },
  fate: 'uncommitted',
  places: [{ offset: 1, epoch: 0, broker: 1, at: 625_374, holds: true }],
  copies: [copy(1, 1, { leads: true }), copy(2, null), copy(3, null)],
  committedAt: null,
  readable: false,
  readBy: [],
  removed: [],
  loss: null,
  onceWith: null,
};

/** The same after broker 1 has crashed, broker 2 was elected, and broker 1 has come back. */
const lost: LedgerRow = {
  ...onOneBroker,
  fate: 'lost',
  places: [{ offset: 1, epoch: 0, broker: 1, at: 625_374, holds: false }],
  copies: [copy(1, null), copy(2, null, { leads: true }), copy(3, null, { process: 'down' })],
  removed: [{ broker: 1, by: 'truncation', epoch: 1, at: 11_247_912 }],
  loss: {
    cause: { kind: 'not-copied', appendedBy: 1, ended: 'crashed', leader: 2, epoch: 1 },
    at: 9_227_441,
    promised: true,
    keptWith: [[{ name: 'acks', value: 'all' }]],
  },
};

const because = (cause: LossCause, more: Partial<LedgerRow> = {}) => {
  const row: LedgerRow = { ...lost, ...more };
  return lossSentence({ ...row, loss: { cause, at: 9_227_441, promised: true, keptWith: [] } });
};

describe('a row of the ledger', () => {
  it('says what its producer was told, where it lies and that it is not committed', () => {
    expect([recordName(onOneBroker), toldWord(onOneBroker), fateWord(onOneBroker), placeOf(onOneBroker)]).toEqual([
      'm1',
      'success, after 5.7 ms',
      'not committed',
      'orders.placed-0 @ 1',
    ]);
    expect(chainOf(onOneBroker)).toEqual([
      'order-service sent it at 0.620 s, with acks=1.',
      'Its producer was told success 5.7 ms later, and offset 1.',
      'Broker 1 appended it at 0.625 s, at offset 1 in epoch 0.',
      'In the page cache only, on broker 1: a power loss there can take it.',
      'Not committed yet. No consumer has read it.',
    ]);
  });

  it('tells a loss from the success that its producer was told to the cut that took the last copy', () => {
    expect([fateWord(lost), placeOf(lost)]).toEqual(['lost', 'orders.placed-0, was @ 1']);
    expect(chainOf(lost).slice(3)).toEqual([
      'No log holds it now.',
      'It was never committed. No consumer has read it.',
      'Broker 1 cut it from its log at 11.248 s, when it followed epoch 1.',
    ]);
    expect(lossSentence(lost)).toBe(
      'Lost since 9.227 s. Broker 1 crashed before broker 2 had copied it, and broker 2 was elected in epoch 1, without it. Its producer was told success, and hears no more of it.',
    );
  });

  it('keeps disk and page cache, brokers that are down, and who has read it apart', () => {
    const row: LedgerRow = {
      ...onOneBroker,
      fate: 'committed',
      copies: [
        copy(1, 1, { flushed: true }),
        copy(2, 1, { flushed: true, leads: true }),
        copy(3, 1, { process: 'down' }),
      ],
      committedAt: 626_126,
      readable: true,
      readBy: ['reporting', 'audit'],
    };
    expect(chainOf(row).slice(3)).toEqual([
      'Forced to disk on brokers 1 and 2.',
      'In the page cache only, on broker 3 (down): a power loss there can take it.',
      'Committed at 0.626 s: the high watermark had passed it. Read by reporting, audit.',
    ]);
    expect(row.copies.map(copyTitle)).toEqual([
      'broker 1: forced to disk',
      'broker 2: forced to disk',
      'broker 3: in the page cache, process down',
    ]);
    const again = { ...row, removed: [{ broker: 1, by: 'power-loss', epoch: null, at: 17_605_981 }] } as LedgerRow;
    expect(chainOf(again).at(-1)).toBe(
      'Broker 1 lost power at 17.606 s, and the record with it. It has the record again.',
    );
    expect(recordOf(row)).toEqual({ kind: 'record', partition: 'orders.placed-0', broker: 2, offset: 1 });
    expect(recordOf(lost)).toBeNull();
  });

  it('does not call a failure a loss where the record is there all the same', () => {
    const told = { kind: 'failed', error: 'NETWORK_EXCEPTION', at: 0, after: 6_724 } as const;
    const row: LedgerRow = { ...onOneBroker, fate: 'committed', committedAt: 1, told };
    expect(toldWord(row)).toBe('NETWORK_EXCEPTION, after 6.7 ms');
    expect(chainOf(row)[1]).toMatch(
      /^Its producer was told failure 6\.7 ms later\. .* The record is there all the same\.$/,
    );
  });

  it('says with acks=0 that nobody told the producer anything', () => {
    const row: LedgerRow = { ...onOneBroker, acks: '0', told: { kind: 'unasked', at: 625_000, after: 5_000 } };
    expect(toldWord(row)).toBe('nothing, by anyone');
    expect(chainOf(row)[1]).toBe(
      'With acks=0 it was called done 5 ms later, when it was sent. No broker told the producer anything.',
    );
    const away: LossCause = { kind: 'never-appended', sentTo: 2, readBy: 2, led: false };
    expect(because(away, { told: row.told })).toBe(
      'Lost since 9.227 s. Broker 2 did not lead, and a follower writes nothing. With acks=0 there is no answer to carry the error. Its producer takes it for stored.',
    );
  });

  it('has a cause in words for each way of losing a record', () => {
    const cases: [LossCause, string][] = [
      [{ kind: 'never-appended', sentTo: 1, readBy: null, led: false }, 'Its request to broker 1 reached nobody'],
      [
        { kind: 'not-copied', appendedBy: 1, ended: null, leader: 2, epoch: 1 },
        'Broker 1 ceased to lead before broker 2',
      ],
      [
        { kind: 'deposed-leader', appendedBy: 1, leader: 2, epoch: 1 },
        'Broker 1 took it when it led no more: broker 2',
      ],
      [
        { kind: 'unclean-election', leader: 2, epoch: 2, asked: true },
        'in epoch 2: somebody asked for an unclean election.',
      ],
      [
        { kind: 'unclean-election', leader: 2, epoch: 2, asked: false },
        'nobody in the ISR was alive, and the topic allows that.',
      ],
      [{ kind: 'last-known-leader', leader: 1, epoch: 3 }, 'the last known leader, broker 1, was elected in epoch 3'],
      [
        { kind: 'unflushed', brokers: [1, 2, 3], leader: 1, epoch: 2 },
        'Brokers 1, 2 and 3 lost power while it was in the page cache only. Then broker 1 was elected in epoch 2',
      ],
      [{ kind: 'disk-lost', brokers: [1], leader: null, epoch: null }, 'Broker 1 lost its disk. Its producer'],
      [{ kind: 'rule-off', leader: 3, epoch: 2 }, 'this run has switched off a rule of Kafka'],
      [{ kind: 'leader-without', leader: 3, epoch: 2 }, 'Broker 3 leads in epoch 2, without it.'],
    ];
    for (const [cause, words] of cases) expect(because(cause)).toContain(words);
  });

  it('says that a record is there twice, and of which copy its producer knows', () => {
    const row: LedgerRow = {
      ...onOneBroker,
      fate: 'committed',
      attempts: 2,
      told: { kind: 'acknowledged', offset: 5, at: 1_842_840, after: 108_983 },
      places: [
        { offset: 4, epoch: 0, broker: 1, at: 1_739_200, holds: true },
        { offset: 5, epoch: 0, broker: 1, at: 1_841_814, holds: true },
      ],
      onceWith: [[{ name: 'enable.idempotence', value: 'true' }]],
    };
    expect([fateWord(row), placeOf(row)]).toEqual(['committed, twice', 'orders.placed-0 @ 4, 5']);
    expect(chainOf(row)[0]).toBe(
      'order-service sent it at 0.620 s, with acks=1. 2 requests carried it, one after the other.',
    );
    expect(twiceSentence(row)).toBe(
      'It is there twice, at offsets 4 and 5: the answer to an earlier request did not arrive, so it was sent again. Consumers read it each time. Its producer knows of offset 5 only.',
    );
  });
});

describe('the settings that would have changed it', () => {
  it('are honest where there is none', () => {
    const one: SettingValue[][] = [[{ name: 'acks', value: 'all' }]];
    expect(settingsTitle(one, 'loss', true)).toBe('This would have changed it:');
    expect(settingsTitle([...one, ...one], 'loss', true)).toBe('Any one of these would have changed it:');
    expect(settingsTitle([], 'loss', true)).toBe('No setting would have changed it.');
    expect(settingsTitle([], 'loss', false)).toMatch(/^No setting was missing: /);
  });

  it('each come with what they would have done', () => {
    const source = readLedger.slice(readLedger.indexOf('fn written('));
    const names = [...source.matchAll(/=> \("([\w.]+)"/g)].map(([, name]) => name as string);
    expect(names).toHaveLength(7);
    for (const name of names) expect(settingReason([{ name, value: '1' }]), name).not.toBe('');
    const rule = { name: 'truncation-by-epoch', value: null };
    expect([settingText(rule), settingReason([rule])]).toEqual(['rule truncation-by-epoch', 'as Kafka has it.']);
    expect(settingText({ name: 'min.insync.replicas', value: '2' })).toBe('min.insync.replicas=2');
  });
});

describe('the head of the ledger', () => {
  const none = { sent: 0, waiting: 0, uncommitted: 0, committed: 0, undecided: 0, notStored: 0 };
  const counts = { ...none, lost: 0, lostThoughPromised: 0, duplicated: 0 };

  it('counts what there is', () => {
    expect(summary(counts)).toBe('0 records');
    expect(summary({ ...counts, sent: 4, committed: 2, lost: 2, lostThoughPromised: 2 })).toBe(
      '4 records: 2 committed, 2 lost',
    );
    expect(summary({ ...counts, sent: 5, committed: 3, lost: 2, lostThoughPromised: 1 })).toBe(
      '5 records: 3 committed, 2 lost, 1 of them after success',
    );
    expect(summary({ ...counts, sent: 1, lost: 1 })).toBe('1 record: 1 lost, none of them promised');
  });

  it('tells how many records have no row', () => {
    expect(foldedRows(101, 0)).toBe('101 older records have no row; none of them is lost or there twice.');
    expect(foldedRows(1, 1)).toBe('1 older record has no row; 1 of them is lost or there twice.');
    expect([whole(0), whole(999), whole(1_000), whole(1_234_567)]).toEqual(['0', '999', '1,000', '1,234,567']);
  });
});
