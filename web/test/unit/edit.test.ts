import { describe, expect, it } from 'vitest';
import { isSet, lineNow, matches, owners, starterOf, valuesOf } from '../../src/edit/changes';
import { helpFor } from '../../src/edit/completion';
import type { ArgListing, CommandListing, ConfigListing, ConfigScope, ConfigView } from '../../src/engine/view';
import { boundsOf } from '../../src/text/edit';
import { start } from '../fixtures/boards';

const setting = (
  scope: ConfigScope,
  name: string,
  initial: string,
  change: Partial<ConfigListing> = {},
): ConfigListing => ({
  scope,
  name,
  kind: 'number',
  unit: '',
  least: '1',
  most: '',
  choices: [],
  default: initial,
  meaning: '',
  dynamic: scope === 'topic',
  ...change,
});

const view = (scope: ConfigScope, of: string, values: Record<string, string> = {}): ConfigView => ({
  scope,
  of,
  values: Object.entries(values).map(([name, value]) => ({ name, value })),
});

const minIsr = setting('topic', 'min.insync.replicas', '1');
const lag = setting('broker', 'replica.lag.time.max.ms', '30000');
const rack = setting('broker', 'broker.rack', '', { kind: 'text' });

describe('the value of a setting', () => {
  const views = [
    view('topic', '', { 'min.insync.replicas': '2' }),
    view('topic', 'orders'),
    view('topic', 'payments', { 'min.insync.replicas': '3' }),
    view('broker', 'b1', { 'replica.lag.time.max.ms': '5000', 'broker.rack': 'a' }),
    view('broker', 'b2', { 'broker.rack': 'b' }),
  ];

  it('of a topic is its own, else that of the cluster, else the default', () => {
    expect(valuesOf(views, minIsr, 'payments')).toEqual(['3']);
    expect(valuesOf(views, minIsr, 'orders')).toEqual(['2']);
    expect(valuesOf([view('topic', '')], minIsr, 'orders')).toEqual(['1']);
    expect([isSet(views, minIsr, 'payments'), isSet(views, minIsr, 'orders')]).toEqual([true, false]);
  });

  it('of every broker is one or several; racks are one list', () => {
    expect(valuesOf(views, lag, '')).toEqual(['5000', '30000']);
    expect(valuesOf(views, lag, 'b1')).toEqual(['5000']);
    expect(valuesOf(views, lag, 'b2')).toEqual(['30000']);
    expect(valuesOf(views, rack, '')).toEqual(['a,b']);
    expect(valuesOf([view('broker', 'b1'), view('broker', 'b2')], rack, '')).toEqual(['']);
  });

  it('belongs to somebody who is there', () => {
    expect(owners(views, 'broker')).toEqual(['', 'b1', 'b2']);
    expect(owners(views, 'topic')).toEqual(['', 'orders', 'payments']);
    expect(owners(views, 'producer')).toEqual([]);
  });
});

describe('another value', () => {
  it.each([
    [minIsr, 'orders', '2', 'config topic orders min.insync.replicas=2'],
    [minIsr, 'orders', '', 'config topic orders min.insync.replicas='],
    [minIsr, '', '2', 'config cluster min.insync.replicas=2'],
    [lag, 'b2', '5000', 'config process b2 replica.lag.time.max.ms=5000'],
    [lag, '', '5000', null],
    [rack, 'b2', 'x', null],
    [setting('producer', 'acks', 'all'), 'app', '1', 'config producer app acks=1'],
    [setting('consumer', 'client.rack', ''), 'r', 'a b', 'config consumer r client.rack="a b"'],
  ])('is a line at this moment, where one can be: %#', (listing, of, value, line) => {
    expect(lineNow(listing, of, value)).toBe(line);
  });

  it('of the controller stands on the line of the cluster', () => {
    expect(starterOf(setting('controller', 'num.partitions', '1'), 'c1')).toBe('');
    expect(starterOf(lag, 'b2')).toBe('b2');
  });

  it('has bounds where Kafka has some', () => {
    expect(boundsOf(minIsr)).toBe('from 1');
    expect(boundsOf(setting('controller', 'x', '1', { least: '0', most: '1' }))).toBe('0 to 1');
    expect(boundsOf(rack)).toBe('');
  });
});

it('words are looked for one by one, whatever their order', () => {
  expect(matches('LAG  time', 'replica.lag.time.max.ms', 'A follower')).toBe(true);
  expect(matches('lag producer', 'replica.lag.time.max.ms', 'A follower')).toBe(false);
  expect(matches('', 'anything')).toBe(true);
});

describe('what a line may go on with', () => {
  const arg = (name: string, kind: ArgListing['kind'], many = false, choices: string[] = []): ArgListing => ({
    name,
    kind,
    must: true,
    many,
    choices,
    describe: '',
    help: '',
  });
  const command = (
    name: string,
    words: ArgListing[],
    keys: ArgListing[] = [],
    settings: string[] = [],
  ): CommandListing => ({
    name,
    chapter: '',
    menus: [],
    help: '',
    usage: name,
    words,
    keys,
    settings: settings.map((name) => ({ name, default: '', meaning: '', choices: ['true', 'false'] })),
  });
  const commands = [
    command('crash', [arg('process', 'server', true)]),
    command('config topic', [arg('topic', 'topic')], [], ['unclean.leader.election.enable']),
    command('config cluster', [], [], ['unclean.leader.election.enable']),
    command('elect', [arg('election', 'choice', false, ['preferred', 'unclean']), arg('partition', 'partition')]),
    command('produce', [arg('topic', 'topic')], [arg('acks', 'choice', false, ['0', '1', 'all']), arg('key', 'text')]),
    command('run', [arg('time', 'duration')]),
    command('run until', [arg('subject', 'text')]),
  ];
  const proposed = (line: string) => helpFor(line, commands, start).proposals.map(({ text }) => text);

  it.each([
    ['', ['crash', 'config topic', 'config cluster', 'elect', 'produce', 'run', 'run until']],
    ['co', ['config topic', 'config cluster']],
    ['config c', ['config cluster']],
    ['crash ', ['b1', 'b2', 'b3', 'c1', 'c2', 'c3']],
    ['crash b1 b', ['b1', 'b2', 'b3']],
    ['elect ', ['preferred', 'unclean']],
    ['elect unclean ', ['orders.placed-0', 'orders.placed-1']],
    ['config topic orders.placed unclean.leader.election.enable=t', ['true']],
    ['produce ', ['orders.placed', 'acks=', 'key=']],
    ['produce orders.placed acks=', ['0', '1', 'all']],
    ['produce orders.placed acks=1 ', ['key=']],
    ['# cra', []],
  ])('%j', (line, texts) => {
    expect(proposed(line)).toEqual(texts);
  });

  it('says which command it is, and from where on it is completed', () => {
    expect(helpFor('run until x', commands, start).command?.name).toBe('run until');
    expect(helpFor('  crash b', commands, start).proposals[0]).toEqual({ text: 'b1', from: 8 });
    expect(helpFor('produce orders.placed acks=a', commands, start).proposals[0]).toEqual({ text: 'all', from: 27 });
  });
});
