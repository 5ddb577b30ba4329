// The check that no text of the page decides a fact of the protocol sees what it is to see, and nothing else.

import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script without types.
import { decidingPlaces } from '../../../tools/checks/deciding.mjs';

const lines = (source: string): string[] => decidingPlaces(source).map(({ line }: { line: string }) => line);

describe('a text decides a fact of the protocol', () => {
  it.each([
    'if (partition.isr.length < partition.minInsyncReplicas) warn();',
    'return to.length >= minInsyncReplicas;',
    'const committed = replica.highWatermark === null ? null : record.offset < replica.highWatermark;',
    "return offset < highWatermark ? 'below' : 'above';",
    'const behind = leading.logEndOffset - replica.logEndOffset;',
    'const named = partition.leader === replica.broker;',
    'const readsHere = (preferred ?? partition.leader) === replica.broker;',
    'const stale = replica.leaderEpoch !== partition.leaderEpoch;',
    'const isMember = partition.isr.includes(broker);',
    'const end = Math.max(...partition.replicas.map((replica) => replica.logEndOffset));',
    'return leaderKnows >= leader!.logEndOffset;',
    'const over =\n  board.time >\n  broker.sessionEnds;',
  ])('%s', (source) => {
    expect(lines(source)).not.toEqual([]);
  });

  it.each([
    "if (partition.leader === null) return 'no leader';",
    "const out = replica.membership === 'out';",
    'const words = offset < 0 ? notHeardYet : String(offset);',
    'const shown = replica.records.filter(({ offset }) => offset >= window.first);',
    'const late = board.time - behindSince;',
    '// It is committed if offset < highWatermark.',
    '/** `isr.length < minInsyncReplicas`: the view says so. */',
    'if (partition.underMinIsr) warn();',
    'const leaders = (partitions: Map<string, number>): number => partitions.size;',
  ])('not: %s', (source) => {
    expect(lines(source)).toEqual([]);
  });

  it('is told of by the line it stands on', () => {
    const source = '// First.\nconst a = 1;\nif (a) {\n  return record.offset < highWatermark; // committed\n}\n';
    expect(decidingPlaces(source)).toEqual([
      { index: source.indexOf('<'), line: 'return record.offset < highWatermark;' },
    ]);
  });
});
