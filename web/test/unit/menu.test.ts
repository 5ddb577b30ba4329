import { describe, expect, it } from 'vitest';
import type { ArgListing, Board, CommandListing, ProcessState } from '../../src/engine/view';
import { enteredKey, isPlain, lineOf, menuOf, type Offer, own } from '../../src/model/menu';
import { numbersOf, topicsOf } from '../../src/model/partition_name';
import { type Target, targetOf } from '../../src/model/target';
import { mistake } from '../../src/text/menu';
import { produced, start } from '../fixtures/boards';

const arg = (
  name: string,
  kind: ArgListing['kind'],
  must: boolean,
  choices: string[] = [],
  many = false,
): ArgListing => ({
  name,
  kind,
  must,
  many,
  choices,
  describe: '',
  help: '',
});

const command = (
  name: string,
  menus: string[],
  words: ArgListing[] = [],
  keys: ArgListing[] = [],
  settings: string[] = [],
): CommandListing => ({
  name,
  chapter: '',
  menus: menus.map((of) => ({ of, label: name })),
  help: '',
  usage: name,
  words,
  keys,
  settings: settings.map((name) => ({ name, default: '1', meaning: '', choices: [] })),
});

const server = arg('process', 'server', true, [], true);
const broker = arg('broker', 'broker', true, [], true);
const commands = [
  command('topic', ['cluster'], [arg('name', 'text', true)], [], ['min.insync.replicas']),
  command(
    'produce',
    ['partition', 'producer'],
    [arg('topic', 'topic', true), arg('key', 'text', false)],
    [arg('key', 'text', false), arg('partition', 'count', false), arg('from', 'text', false)],
  ),
  command('commit', ['consumer'], [arg('partition', 'partition', true)], [arg('by', 'consumer', false)]),
  command('crash', ['broker'], [server]),
  command('start', ['broker'], [broker]),
  command('resume', ['broker'], [server]),
  command('slow-disk', ['broker'], [broker], [arg('by', 'duration', true)]),
  command('config process', ['broker'], [arg('process', 'server', true)], [], ['replica.lag.time.max.ms']),
  command('cut', ['connection'], [arg('connection', 'connection', true)]),
  command(
    'elect',
    ['partition'],
    [arg('election', 'choice', true, ['preferred', 'unclean']), arg('partition', 'partition', false)],
  ),
  command('config topic', ['topic'], [arg('topic', 'topic', true)], [], ['min.insync.replicas']),
];

const partitions = start.partitions.map(({ name }) => name);

function offers(target: Target, board: Board = start, entered = {}): Offer[] {
  return menuOf({ board, partitions }, commands, target, entered).sections.flatMap(({ offers }) => offers);
}

function offer(name: string, target: Target, choice = ''): Offer {
  const found = offers(target).find((offer) => offer.command.name === name && offer.choice === choice);
  if (found === undefined) throw new Error(`${name} is not offered`);
  return found;
}

const b1: Target = { kind: 'broker', id: 1 };
const p0: Target = { kind: 'partition', name: 'orders.placed-0' };

const inState = (state: ProcessState): Board => ({
  ...start,
  brokers: start.brokers.map((broker) => (broker.id === 1 ? { ...broker, state } : broker)),
});
const names = (target: Target, board?: Board) => offers(target, board).map(({ command }) => command.name);

describe('a menu', () => {
  it('offers to start what is down, to crash what is up, to resume what is paused', () => {
    expect(names(b1, inState('running'))).toEqual(['crash', 'slow-disk', 'config process']);
    expect(names(b1, inState('down'))).toEqual(['start', 'slow-disk', 'config process']);
    expect(names(b1, inState('paused'))).toEqual(['crash', 'resume', 'slow-disk', 'config process']);
  });

  it('offers a controller only what a controller can do', () => {
    expect(names({ kind: 'controller', node: start.controllers[0]?.node ?? '' })).toEqual(['crash', 'config process']);
  });

  it('has an entry of its own for each choice that is all there is to say', () => {
    expect(lineOf(offer('elect', p0, 'unclean'), {})).toBe('elect unclean orders.placed-0');
    expect(isPlain(offer('elect', p0, 'preferred'))).toBe(true);
  });

  it('of a replica is that of its broker and that of its partition', () => {
    const all = names({ kind: 'replica', partition: 'orders.placed-0', broker: 1 });
    expect(all).toEqual(['crash', 'slow-disk', 'config process', 'produce', 'elect', 'elect', 'config topic']);
  });

  it('offers partitions and topics that are not in sight on the board as well', () => {
    const partitions = ['orders.placed-0', 'orders.placed-1', 'a-b-0', 'a-b-63'];
    const consumer: Target = { kind: 'consumer', node: start.consumers[0]?.node ?? '' };
    const offered = menuOf({ board: start, partitions }, commands, consumer, {}).sections[0]?.offers ?? [];
    const commit = offered.find(({ command }) => command.name === 'commit');
    expect(commit?.fields.map(({ name, choices }) => [name, choices])).toEqual([['partition', partitions]]);
    expect(topicsOf(partitions)).toEqual(['orders.placed', 'a-b']);
    expect(numbersOf(partitions, 'a-b')).toEqual([0, 63]);
  });

  it('leads to the connections with every other process', () => {
    const { connections } = menuOf({ board: start, partitions }, commands, b1, {});
    expect(connections.map(({ to }) => to)).toEqual(expect.arrayContaining(['b2', 'b3', 'c1', 'order-service', null]));
    expect(connections.some(({ to }) => to === 'b1')).toBe(false);
  });
});

describe('of several processes', () => {
  const several: Target = { kind: 'several', nodes: ['b1', 'b2', 'c1'] };
  const line = (name: string, board?: Board, entered = {}) => {
    const offer = offers(several, board).find(({ command }) => command.name === name);
    return offer && { line: lineOf(offer, entered), only: offer.only };
  };

  it('one line does it to all for which it makes sense', () => {
    expect(line('crash')).toEqual({ line: 'crash b1 b2 c1', only: [] });
    expect(line('crash', inState('down'))).toEqual({ line: 'crash b2 c1', only: ['b2', 'c1'] });
    expect(line('start', inState('down'))).toEqual({ line: 'start b1', only: ['b1'] });
    expect(line('start')).toBeUndefined();
  });

  it('only brokers are asked what only brokers can do, and what takes one process is not offered', () => {
    const by = { [enteredKey('slow-disk several', 'by')]: '20ms' };
    expect(line('slow-disk', start, by)).toEqual({ line: 'slow-disk b1 b2 by=20ms', only: ['b1', 'b2'] });
    expect(line('config process')).toBeUndefined();
  });
});

describe('a line', () => {
  it('says the subject by itself', () => {
    expect(lineOf(offer('crash', b1), {})).toBe('crash b1');
    const producer: Target = { kind: 'producer', node: 'order-service' };
    expect(lineOf(offer('produce', producer), {})).toBe('produce orders.placed from=order-service');
  });

  it('holds what was entered, within quotes where it must be, and once', () => {
    const slow = offer('slow-disk', b1);
    expect(lineOf(slow, { [enteredKey(slow.key, 'by')]: ' 200ms ' })).toBe('slow-disk b1 by=200ms');
    const produce = offer('produce', { kind: 'producer', node: 'order-service' });
    const entered = { [enteredKey(produce.key, 'key')]: 'a # b', [enteredKey(produce.key, 'partition')]: '1' };
    expect(lineOf(produce, entered)).toBe('produce orders.placed key="a # b" partition=1 from=order-service');
  });

  it.each([
    [{}, 'cut b1-b2'],
    [{ [own.way]: 'there' }, 'cut b1>b2'],
    [{ [own.way]: 'back', [own.purpose]: 'fetch' }, 'cut b2>b1:fetch'],
  ])('narrows a connection as asked: %j', (entered, line) => {
    const [cut] = offers({ kind: 'connection', from: 'b1', to: 'b2' }, start, entered);
    expect(cut && lineOf(cut, entered)).toBe(line);
  });

  it('of a process alone means all its connections', () => {
    const [cut] = offers({ kind: 'connection', from: 'b1', to: null });
    expect(cut && lineOf(cut, {})).toBe('cut b1');
  });

  it('changes one setting, or none where none is needed; an empty value deletes it', () => {
    const config = offer('config topic', p0);
    const value = { [enteredKey(config.key, own.value)]: '2' };
    expect(lineOf(config, value)).toBe('config topic orders.placed min.insync.replicas=2');
    expect(lineOf(config, {})).toBe('config topic orders.placed min.insync.replicas=""');
    const topic = offer('topic', { kind: 'cluster' });
    expect(lineOf(topic, { [enteredKey(topic.key, 'name')]: 't' })).toBe('topic t');
  });
});

it('what can be done to a message or a waiting request is done to its connection', () => {
  const message = produced.messages[0];
  const parked = start.parked[0];
  expect(targetOf(produced, { kind: 'message', key: message?.key ?? '' })).toEqual({
    kind: 'connection',
    from: message?.from,
    to: message?.to,
  });
  expect(targetOf(start, { kind: 'parked', key: parked?.key ?? '' })).toMatchObject({ from: parked?.from, to: 'b1' });
  expect(targetOf(start, { kind: 'parked', key: 'gone' })).toEqual({ kind: 'parked', key: 'gone' });
});

it('a mistake beside a form does not count lines', () => {
  expect(mistake('line 1, column 7: unknown broker b9; this cluster has b1, b2, b3')).toBe(
    'Unknown broker b9; this cluster has b1, b2, b3.',
  );
});
