// The caption after a person has done something: what it was, and what to watch.

import { nodeName, sentenceCase } from './quantity';

interface Caption {
  headline: string;
  text: string;
}

const afterProduce: Record<string, string> = {
  '0': 'The producer does not wait for anything. Watch whether anybody would notice if it got lost.',
  '1': 'The leader answers as soon as it has written it. Watch the answer leave before a follower has asked.',
  all: 'The answer waits until every in-sync replica has it. Watch the followers ask, and the high watermark follow.',
};

/** Of those commands that a menu offers and for which there is something to watch. `who` is the first word after it. */
const captions: Record<string, (who: string, rest: readonly string[]) => Caption> = {
  produce: (who, rest) => {
    const acks = rest.find((word) => word.startsWith('acks='))?.slice(5) ?? 'all';
    return { headline: `Your record goes to ${who} with acks=${acks}.`, text: afterProduce[acks] ?? '' };
  },
  crash: (who) => ({
    headline: `You crashed ${nodeName(who)}.`,
    text: 'Nobody is told. The controller fences it when its session ends, 9 seconds after its last heartbeat. Watch who leads then.',
  }),
  'power-loss': (who) => ({
    headline: `${sentenceCase(nodeName(who))} lost power, and all that was not flushed.`,
    text: 'Kafka flushes almost nothing by itself: the other replicas are what keeps records. Watch where its log ends when it is back.',
  }),
  'lose-disk': (who) => ({
    headline: `${sentenceCase(nodeName(who))} lost its disk. Nothing is left on it.`,
    text: 'When it starts again it has to copy everything from the leaders. Watch whether there is one.',
  }),
  stop: (who) => ({
    headline: `You stopped ${nodeName(who)}. It takes its leave first.`,
    text: 'Controlled shutdown: the controller moves its leaderships away before it goes. Watch how short the partitions are without a leader.',
  }),
  start: (who) => ({
    headline: `You started ${nodeName(who)}. It comes back as a follower.`,
    text: 'It registers, asks each leader where its last epoch ended, cuts what differs, and copies the rest. Then it may join the ISR.',
  }),
  roll: (who) => ({
    headline: `You restarted ${nodeName(who)}.`,
    text: 'It is stopped, started and waited for. Watch the leaderships go, and whether they come back.',
  }),
  pause: (who) => ({
    headline: `You paused ${nodeName(who)}. It stands still.`,
    text: 'A long garbage collection looks like this. Its connections stay open; after 9 seconds the controller fences it.',
  }),
  resume: (who) => ({
    headline: `You resumed ${nodeName(who)}. It goes on where it stood.`,
    text: 'It still believes what it believed before. Watch how it learns what has changed.',
  }),
  isolate: (who) => ({
    headline: `You isolated ${nodeName(who)} from brokers and controllers.`,
    text: 'Clients still reach it. If it led, it goes on believing so: watch what its records are worth.',
  }),
  cut: (who) => ({
    headline: `You cut the connection ${who}. Nobody is told.`,
    text: 'What is sent waits, until the cut is healed or the connection is closed. Watch who has to wait for it.',
  }),
  heal: (who) => ({ headline: `You healed the connection ${who}.`, text: 'What waited goes on.' }),
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
};

export function actedCaption(line: string): Caption {
  const [command = '', ...rest] = line.split(/\s+/);
  const caption = captions[command]?.(rest[0] ?? '', rest);
  return caption ?? { headline: 'You changed the run.', text: `From here on it goes its own way: ${line}` };
}

export const captioned: readonly string[] = Object.keys(captions);
