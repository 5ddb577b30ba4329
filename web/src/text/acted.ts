// The caption after a person has done something: what it was, and what to watch.

import { listed, nodeName, sentenceCase } from './quantity';

interface Caption {
  headline: string;
  text: string;
}

const afterProduce: Record<string, string> = {
  '0': 'The producer does not wait for anything. Watch whether anybody would notice if it got lost.',
  '1': 'The leader answers as soon as it has written it. Watch the answer leave before a follower has asked.',
  all: 'The answer waits until every in-sync replica has it. Watch the followers ask, and the high watermark follow.',
};

/** What was done to processes: their names, with a word for one of them and a word for several. */
type OfProcesses = (who: string, by: (one: string, several: string) => string) => Caption;

const ofProcesses: Record<string, OfProcesses> = {
  crash: (who, by) => ({
    headline: `You crashed ${who}.`,
    text: `Nobody is told. The controller fences ${by('it when its session ends', 'them when their sessions end')}, broker.session.timeout.ms after the last heartbeat. Watch who leads then.`,
  }),
  'power-loss': (who, by) => ({
    headline: `${sentenceCase(who)} lost power, and all that was not flushed.`,
    text: `Kafka flushes almost nothing by itself: the other replicas are what keeps records. Watch where ${by('its log ends when it is', 'their logs end when they are')} back.`,
  }),
  'lose-disk': (who, by) => ({
    headline: `${sentenceCase(who)} lost ${by('its disk', 'their disks')}. Nothing is left.`,
    text: `Started again, ${by('it has', 'they have')} to copy everything from the leaders. Watch whether there is one.`,
  }),
  stop: (who, by) => ({
    headline: `You stopped ${who}: controlled shutdown.`,
    text: `The controller moves leaderships away before ${by('it goes', 'they go')}. Watch how short the partitions are without a leader.`,
  }),
  start: (who, by) => ({
    headline: `You started ${who}.`,
    text: `${by('It registers, asks', 'They register, ask')} each leader where ${by('its', 'their')} last epoch ended, ${by('cuts what differs, and copies', 'cut what differs, and copy')} the rest. Then ${by('it', 'they')} may join the ISR.`,
  }),
  roll: (who, by) => ({
    headline: `You restarted ${who}.`,
    text: `${by('It is', 'One after another, each is')} stopped, started and waited for. Watch the leaderships go, and whether they come back.`,
  }),
  pause: (who, by) => ({
    headline: `You paused ${who}.`,
    text: `A long garbage collection looks like this. Connections stay open; when ${by('its session ends', 'their sessions end')} the controller fences ${by('it', 'them')}.`,
  }),
  resume: (who, by) => ({
    headline: `You resumed ${who}.`,
    text: `${by('It still believes what it', 'They still believe what they')} believed before. Watch how ${by('it learns', 'they learn')} what has changed.`,
  }),
  isolate: (who, by) => ({
    headline: `You isolated ${who}.`,
    text: `No other broker and no controller can be reached; clients still reach ${by('it. If it led, it goes', 'them. Where they led, they go')} on believing so: watch what the records are worth.`,
  }),
  'slow-disk': (who, by) => ({
    headline: `Each append of ${who} takes longer now.`,
    text: `Watch how far ${by('it falls', 'they fall')} behind, and who waits for ${by('it', 'them')}.`,
  }),
};

/** Of those other commands that a menu offers and for which there is something to watch. `who` is the first word after it. */
const captions: Record<string, (who: string, rest: readonly string[]) => Caption> = {
  produce: (who, rest) => {
    const value = (key: string) => rest.find((word) => word.startsWith(`${key}=`))?.slice(key.length + 1);
    const acks = value('acks') ?? 'all';
    const count = value('count') ?? '1';
    const rate = value('rate');
    const what = count === '1' ? 'Your record goes' : `Your ${count} records go`;
    return {
      headline: `${what} to ${who} with acks=${acks}${rate === undefined ? '' : `, ${rate} a second`}.`,
      text: afterProduce[acks] ?? '',
    };
  },
  rate: (who, [, rate = '0']) =>
    rate === '0'
      ? {
          headline: `The application of ${who} sends nothing more for now.`,
          text: 'What it still has to send waits for another rate.',
        }
      : {
          headline: `The application of ${who} now sends ${rate} a second.`,
          text: 'Watch whether replicas keep up with it.',
        },
  cut: (who) => ({
    headline: `You cut the connection ${who}. Nobody is told.`,
    text: 'What is sent waits, until the cut is healed or the connection is closed. Watch who has to wait for it.',
  }),
  heal: (who) => ({ headline: `You healed the connection ${who}.`, text: 'What waited goes on.' }),
  slow: (who) => ({ headline: `Messages on ${who} take longer now.`, text: 'Watch who falls behind because of it.' }),
  hold: (who) => ({
    headline: `Messages on ${who} wait at the receiver's door.`,
    text: 'Let one through at a time and watch what each changes.',
  }),
  elect: (who, rest) =>
    who === 'unclean'
      ? {
          headline: 'You asked for an unclean election.',
          text: 'A replica outside the ISR may be chosen. Records that it does not have are lost, committed or not.',
        }
      : {
          headline: 'You asked for the preferred leader.',
          text: `The first replica of the assignment leads${rest[1] === undefined ? '' : ` ${rest[1]}`} again, if it is in the ISR and alive.`,
        },
  reassign: (who, [, where = '']) =>
    who === 'cancel'
      ? { headline: 'You took the move back.', text: 'Added replicas go; the partition keeps those it had before.' }
      : {
          headline: `You asked for other replicas of ${who}.`,
          text: `It is to have ${where.replace('=', ' ')}. Added ones copy the log first; removed ones go when those are in the ISR.`,
        },
  rule: (who, [, state = '']) =>
    state === 'off'
      ? {
          headline: `You took the rule ${who} away.`,
          text: 'From here on this is not Kafka. Watch what it was good for.',
        }
      : { headline: `The rule ${who} holds again.`, text: 'What went wrong without it stays as it is.' },
};

export function actedCaption(line: string): Caption {
  const [command = '', ...rest] = line.split(/\s+/);
  const names = rest.filter((word) => !word.includes('=')).map(nodeName);
  const by = (one: string, several: string) => (names.length > 1 ? several : one);
  const caption = ofProcesses[command]?.(listed(names), by) ?? captions[command]?.(rest[0] ?? '', rest);
  return caption ?? { headline: 'You changed the run.', text: `From here on it goes its own way: ${line}` };
}

export const captioned: readonly string[] = [...Object.keys(ofProcesses), ...Object.keys(captions)];
