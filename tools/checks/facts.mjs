// No text of the page decides a fact of the protocol: who is in sync, what is committed, who leads, what is under min ISR.
// It shows what the engine's view says (crates/view). What looks like a decision and is none stands here, with the reason.

import { decidingPlaces } from './deciding.mjs';
import { files, place, read, report } from './files.mjs';

const found = 'finds a thing by what it is called; nothing follows from it';
const drawn = 'where something is drawn, and how much room it takes';
const grouped = 'joins neighbours that say the same, so that one says it';
const chosen = 'what a person chose, not what a broker does';

/** By file: the code, and why it decides nothing. */
const allowed = {
  'web/src/model/acting.ts': [['producer.acks === acks', chosen]],
  'web/src/model/question.ts': [
    ['assigned.includes(thing.id)', found],
    ['one.offset === offset', found],
  ],
  'web/src/panel/inspector.ts': [['offset === thing.offset', found]],
  'web/src/panel/lanes.ts': [
    ['const sameLeader =', grouped],
    ['const sameIsr =', grouped],
    ['heights.leader - BAND', drawn],
    ['(offset - low) / (high - low)', drawn],
    ['const low = Math.min(', drawn],
    ['const high = Math.max(', drawn],
    ['heights.other - THIN.leader - THIN.isr', drawn],
    ['const whole = Math.max(', 'the most that the lane itself shows'],
    [
      'state.isr.length < whole',
      'smaller than the same lane shows elsewhere, as the legend says; not under-replicated',
    ],
  ],
  'web/src/panel/positions.ts': [['leaderKnows !== logEndOffset', 'two numbers of one row that differ are marked']],
  'web/src/panel/produce.ts': [['draft.acks === acks', chosen]],
  'web/src/render/tile_paint.ts': [['a.elr === b.elr', 'whether a tile has to be painted anew']],
  'web/src/render/tip.ts': [['offset === thing.offset', found]],
  'web/src/scene/dock.ts': [
    [
      '(sessionEnds - lastHeartbeat) * quietShare',
      'from when on an arc is drawn, by the share of its time that is over',
    ],
    ['(lagEnds - caughtUpAt) * behindShare', 'from when on an arc is drawn, by the share of its time that is over'],
    ['text.lagEnds(replica.broker', 'a count-down ends at nothing'],
  ],
  'web/src/scene/mark.ts': [['assigned.indexOf(id)', drawn]],
  'web/src/scene/rails.ts': [['Math.max(1, partition.assigned.length - 1)', drawn]],
  'web/src/scene/strip.ts': [
    ['record.offset >= signs.appended', 'what the last step appended, by the first offset that the event names'],
    ['const same = highWatermark === logEndOffset', 'two signs in one place have one label'],
    ['lastStableOffset !== highWatermark', 'two signs in one place have one label'],
    ['replica.logEndOffset === replica.logStartOffset', 'there is no cell to draw'],
  ],
  'web/src/scene/whisker.ts': [['readsFrom === broker', found]],
  'web/src/scene/window.ts': [
    ['const longest = Math.max(', drawn],
    ['const end = Math.max(', drawn],
    ['const start = Math.min(', drawn],
  ],
  'web/src/scene/wire.ts': [['Math.abs(offset) < Math.abs(', drawn]],
  'web/src/share/picture/picture.ts': [['assigned.includes(id)', found]],
  'web/src/text/happened.ts': [
    ['event.logEndOffset - event.baseOffset', 'how many lie between two offsets that the event names'],
    ['event.lastSequence - event.sequence', 'how many lie between two numbers that the event names'],
    ['a.baseOffset === b.baseOffset', grouped],
  ],
  'web/src/text/inspector.ts': [
    ['broker.sessionEnds > board.time', 'a count-down that has come to its end'],
    ['assigned.includes(id)', found],
    ['effective === minInsyncReplicas', 'two numbers that are the same are said once'],
  ],
  'web/src/text/time_line.ts': [['band.leader !== bands[i - 1]?.leader', grouped]],
};

const used = new Set();
const sources = files('web/src/').filter((file) => file.endsWith('.ts') && file !== 'web/src/engine/view.ts');
const deciding = sources.flatMap((file) => {
  const text = read(file);
  return decidingPlaces(text).flatMap(({ index, line }) => {
    const reason = allowed[file]?.find(([code]) => line.includes(code));
    if (reason === undefined)
      return [`${place(file, text, index)}: decides what the engine's view should say: ${line}`];
    used.add(reason);
    return [];
  });
});
const stale = Object.entries(allowed).flatMap(([file, reasons]) =>
  reasons
    .filter((reason) => !used.has(reason))
    .map(([code]) => `tools/checks/facts.mjs: ${file} has no ${code} any more`),
);

report([...deciding, ...stale]);
