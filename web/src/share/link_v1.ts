// The first form of a link, which is read for ever: a JSON object of few keys. Each is looked at before anything runs; what
// has another type, is too large or is not known is refused, and says which.

import type { Linked, LinkedPlace, LinkedStory } from '../model/linked';
import { eventSpeeds, type Pace, steadyRates } from '../model/pacing';
import type { Thing } from '../model/thing';
import { UNPACKED } from './packed';

/** Bytes of a story, and of what was done in it: `TEXT_BYTES` of the story language. */
export const STORY = 64 * 1024;
const NAME = 200;
/** An hour and what comes before `begin`, in µs. */
export const TIME = 3_600_000_000;
const STEPS = 1_000_000;

export type Read = { linked: Linked } | { wrong: string };

/** Thrown by what reads a value, with the key it stands under. */
class Wrong extends Error {}

export function write({ engine, outcome, story, byHand, at, ...view }: Linked): string {
  const { selected, openPartition, pace, idleMessages, diskLayer } = view;
  return JSON.stringify({
    engine,
    outcome,
    ...('name' in story ? { story: story.name, hash: story.hash } : { text: story.text }),
    ...(byHand === '' ? {} : { done: byHand }),
    at: at.back === 0 ? [at.time] : [at.time, at.back],
    ...(at.caption === null ? {} : { caption: at.caption }),
    ...(selected === null ? {} : { selected }),
    ...(openPartition === null ? {} : { open: openPartition }),
    ...(pace === null ? {} : { pace: pace.kind === 'event' ? ['event', pace.speed] : ['steady', pace.rate] }),
    ...(idleMessages ? { idle: true } : {}),
    ...(diskLayer ? { disk: true } : {}),
  });
}

export function read(json: string): Read {
  if (json.length > UNPACKED) return { wrong: 'length' };
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return { wrong: 'JSON' };
  }
  try {
    return { linked: linked(parsed) };
  } catch (error) {
    if (error instanceof Wrong) return { wrong: error.message };
    throw error;
  }
}

const known = 'engine outcome story hash text done at caption selected open pace idle disk'.split(' ');

function linked(parsed: unknown): Linked {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Wrong('JSON');
  const fields = new Map<string, unknown>(Object.entries(parsed));
  const unknown = [...fields.keys()].find((key) => !known.includes(key));
  if (unknown !== undefined) throw new Wrong(unknown.slice(0, NAME));
  return {
    engine: text(fields, 'engine', 40, /^[\w.+-]+$/),
    outcome: text(fields, 'outcome', 16, /^[0-9a-f]{16}$/),
    story: story(fields),
    byHand: fields.has('done') ? text(fields, 'done', STORY) : '',
    at: place(fields),
    selected: fields.has('selected') ? thing(fields.get('selected')) : null,
    openPartition: fields.has('open') ? text(fields, 'open', NAME) : null,
    pace: fields.has('pace') ? pace(fields.get('pace')) : null,
    idleMessages: flag(fields, 'idle'),
    diskLayer: flag(fields, 'disk'),
  };
}

function story(fields: Map<string, unknown>): LinkedStory {
  if (fields.has('text') === fields.has('story')) throw new Wrong('story');
  if (fields.has('text')) return { text: text(fields, 'text', STORY) };
  return { name: text(fields, 'story', NAME, /^\w+$/), hash: text(fields, 'hash', 16, /^[0-9a-f]{16}$/) };
}

function place(fields: Map<string, unknown>): LinkedPlace {
  const at = fields.get('at');
  if (!Array.isArray(at) || at.length < 1 || at.length > 2) throw new Wrong('at');
  const [time, back = 0] = at;
  if (!isWhole(time, -TIME, TIME) || !isWhole(back, 0, STEPS)) throw new Wrong('at');
  return { time, back, caption: fields.has('caption') ? text(fields, 'caption', NAME) : null };
}

/** The fields of each kind of thing, and whether they are numbers, texts or may be missing (as null). */
const things: { [Kind in Thing['kind']]: Record<string, 'number' | 'text' | 'text?'> } = {
  broker: { id: 'number' },
  controller: { node: 'text' },
  replica: { partition: 'text', broker: 'number' },
  record: { partition: 'text', broker: 'number', offset: 'number' },
  message: { key: 'text' },
  parked: { key: 'text' },
  producer: { node: 'text' },
  consumer: { node: 'text' },
  partition: { name: 'text' },
  connection: { from: 'text', to: 'text?' },
};

function thing(value: unknown): Thing {
  if (typeof value !== 'object' || value === null) throw new Wrong('selected');
  const { kind, ...rest } = value as Record<string, unknown>;
  const shape = typeof kind === 'string' && Object.hasOwn(things, kind) ? things[kind as Thing['kind']] : undefined;
  const names = Object.keys(rest);
  if (shape === undefined || names.length !== Object.keys(shape).length) throw new Wrong('selected');
  for (const [name, type] of Object.entries(shape)) {
    const field = rest[name];
    const isText = typeof field === 'string' && field.length <= NAME;
    const fits = type === 'number' ? isWhole(field, 0, Number.MAX_SAFE_INTEGER) : isText;
    if (!fits && !(type === 'text?' && field === null)) throw new Wrong('selected');
  }
  return { kind, ...rest } as Thing;
}

/** A pace that this page does not offer is left out. */
function pace(value: unknown): Pace | null {
  const [kind, number] = Array.isArray(value) && value.length === 2 ? value : [];
  if ((kind !== 'event' && kind !== 'steady') || typeof number !== 'number') throw new Wrong('pace');
  if (kind === 'event') return eventSpeeds.includes(number) ? { kind, speed: number } : null;
  return steadyRates.includes(number) ? { kind, rate: number } : null;
}

function flag(fields: Map<string, unknown>, name: string): boolean {
  if (fields.has(name) && fields.get(name) !== true) throw new Wrong(name);
  return fields.has(name);
}

function text(fields: Map<string, unknown>, name: string, most: number, shape = /(?:)/): string {
  const value = fields.get(name);
  if (typeof value !== 'string' || value.length > most || !shape.test(value)) throw new Wrong(name);
  return value;
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;
}
