import { describe, expect, it } from 'vitest';
import describeSource from '../../../crates/scenario/src/printed/topics.rs?raw';
import readMessage from '../../../crates/view/src/read_message.rs?raw';
import type { Board } from '../../src/engine/view';
import type { Thing } from '../../src/model/thing';
import { inspect } from '../../src/panel/inspector';
import { consoleFields, printed } from '../../src/text/console';
import { fieldMeanings, leadershipOf, stateMeaning } from '../../src/text/inspector';
import { elected, judged, produced, start } from '../fixtures/boards';

const things = (board: Board): Thing[] => [
  ...board.brokers.map(({ id }): Thing => ({ kind: 'broker', id })),
  ...board.controllers.map(({ node }): Thing => ({ kind: 'controller', node })),
  ...board.partitions.map(({ name }): Thing => ({ kind: 'partition', name })),
  ...board.partitions.flatMap(({ name, replicas }) =>
    replicas.flatMap(({ broker, records }): Thing[] => [
      { kind: 'replica', partition: name, broker },
      ...records.map(({ offset }): Thing => ({ kind: 'record', partition: name, broker, offset })),
    ]),
  ),
  ...board.messages.map(({ key }): Thing => ({ kind: 'message', key })),
  ...board.parked.map(({ key }): Thing => ({ kind: 'parked', key })),
  ...board.producers.map(({ node }): Thing => ({ kind: 'producer', node })),
  ...board.consumers.map(({ node }): Thing => ({ kind: 'consumer', node })),
  { kind: 'connection', from: 'b1', to: 'b2' },
];

describe('the inspector', () => {
  it('has a value and a meaning for every fact of everything on the board', () => {
    const kinds = new Set<string>();
    for (const board of [start, produced, elected]) {
      for (const thing of things(board)) {
        const found = inspect(board, thing);
        expect(found, JSON.stringify(thing)).not.toBeNull();
        kinds.add(thing.kind);
        const facts = [...(found?.facts ?? []), ...(found?.parts ?? []).flatMap(({ facts }) => facts)];
        for (const { name, value, meaning } of facts) {
          expect(value, name).not.toBe('');
          if (thing.kind !== 'message') expect(meaning, name).toMatch(/[.]$/);
        }
      }
    }
    expect(kinds.size).toBe(10);
  });

  it('says that what is not there now is not there', () => {
    expect(inspect(start, { kind: 'message', key: 'gone' })).toBeNull();
  });

  it('says what a broker leads, and what it does not', () => {
    expect(leadershipOf(start, 1)).toEqual([
      'Broker 1 leads orders.placed-0.',
      'It does not lead orders.placed-1, which broker 2 leads.',
    ]);
  });

  it('counts what it leads out of sight', () => {
    const brokers = start.brokers.map((broker) => ({ ...broker, leads: 40 }));
    expect(leadershipOf({ ...start, brokers }, 1)[0]).toBe('Broker 1 leads orders.placed-0 and 39 more.');
    expect(leadershipOf({ ...start, brokers }, 3)[0]).toBe('Broker 3 leads 40 partitions.');
  });

  it('does not let a broker that has not heard of it pass for the leader', () => {
    const [first, ...others] = start.partitions;
    if (first === undefined) throw new Error('no partition');
    const board = { ...start, partitions: [judged({ ...first, leader: 2 }), ...others] };
    expect(leadershipOf(board, 1)).toContain(
      'It still believes that it leads orders.placed-0: the news has not reached it.',
    );
  });

  it('says of the active controller that it leads nothing by that', () => {
    const node = start.controllers.find(({ active }) => active)?.node ?? '';
    expect(inspect(start, { kind: 'controller', node })?.notes.join(' ')).toMatch(/leads no partition by that/);
  });

  it('has a meaning for every field of a message that the engine decodes', () => {
    const names = [...readMessage.matchAll(/self\.(?:add|epoch)\(\s*"(\w+)"/g)].map(([, name]) => name as string);
    expect(names.length).toBeGreaterThan(50);
    expect([...new Set(names)].filter((name) => fieldMeanings[name] === undefined)).toEqual([]);
  });

  it('has a meaning for every state of a process', () => {
    expect(Object.values(stateMeaning).every((meaning) => meaning.endsWith('.'))).toBe(true);
  });
});

describe('the console', () => {
  const output =
    'Topic: orders.placed\tTopicId: Px1g16dlj5HuLKWifvQd8Q\tPartitionCount: 1\tReplicationFactor: 3\tConfigs: \n' +
    '\tTopic: orders.placed\tPartition: 0\tLeader: none\tReplicas: 1,2,3\tIsr: \tElr: 1,2\tLastKnownElr: \n';

  it('loses no letter of the output', () => {
    expect(
      printed(output)
        .map(({ text }) => text)
        .join(''),
    ).toBe(output);
  });

  it('explains every field that is printed', () => {
    const fields = printed(output).filter(({ field }) => field !== null);
    expect(fields.map(({ field }) => field)).toEqual([
      ...['Topic', 'TopicId', 'PartitionCount', 'ReplicationFactor', 'Configs'],
      ...['Topic', 'Partition', 'Leader', 'Replicas', 'Isr', 'Elr', 'LastKnownElr'],
    ]);
    for (const { meaning } of fields) expect(meaning).toMatch(/\.$/);
    expect(fields[7]?.meaning).toMatch(/offline/);
  });

  it('knows every field that the engine can print', () => {
    const names = [...describeSource.matchAll(/(?:\\t|")([A-Z][A-Za-z ]+): ?\{/g)].map(([, name]) => name as string);
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !consoleFields.includes(name))).toEqual([]);
  });

  it('leaves an error of the command line as it is', () => {
    const error = "Error while executing topic command : Topic 'x' does not exist as expected\n";
    expect(printed(error).every(({ field }) => field === null)).toBe(true);
  });

  // The layouts of the specification, a line of each (controller.md 9.2 and 9.3, clients.md 9.2 and 9.3).
  it.each([
    'orders.placed:0:42',
    'Skip getting offsets for topic-partition t-0 due to error: org.apache.kafka.common.errors.TimeoutException: x',
    'org.apache.kafka.tools.AdminCommandFailedException: 1 replica(s) could not be elected',
    'Caused by: org.apache.kafka.common.errors.InvalidConfigurationException: x',
    'Error: Unknown broker id 4',
    'None of the specified partition moves are active.',
    'Successfully completed leader election (PREFERRED) for partitions foo-0, foo-1',
    'Valid replica already elected for partitions foo-2',
    'Error completing leader election (UNCLEAN) for partition: foo-3: EXCEPTION_CLASS: message',
    '{"version":1,"partitions":[{"topic":"foo","partition":0,"replicas":[1],"log_dirs":["any"]}]}',
    'Successfully started partition reassignments for foo-0,foo-1',
    'Reassignment of partition foo-0 is completed.',
    'Reassignment of partition foo-1 is still in progress.',
    'There is no active reassignment of partition foo-2, but replica set is 0,1 rather than 2,3.',
    'foo-0: replicas: 0,1,2,3. adding: 3. removing: 0.',
    'Successfully cancelled partition reassignment for: foo-0',
    '[2026-01-05 10:00:00,123] WARN [Producer clientId=console-producer] Got error produce response (Sender)',
  ])('explains the line: %s', (line) => {
    const pieces = printed(`${line}\n`);
    expect(pieces.map(({ text }) => text).join('')).toBe(`${line}\n`);
    expect(pieces[0]?.meaning).toMatch(/\.$/);
  });
});
