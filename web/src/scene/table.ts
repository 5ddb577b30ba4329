// The board's structure: what each cell of the table says. Words only; the strips are drawn over it.

import type {
  Board,
  BrokerView,
  ConsumerView,
  PartitionView,
  ProcessState,
  ProducerView,
  ReplicaView,
} from '../engine/view';
import { duration, boardText as text } from '../text/board';
import { type Detail, rowDetails } from './detail';
import type { Frame } from './frame';
import type { Layout } from './geometry';
import { type Rails, railsOf } from './rails';

export interface TableScene {
  controllers: ControllerCell[];
  /** Who has the newest metadata. */
  metadata: string;
  heads: HeadCell[];
  rows: RowScene[];
}

export interface ControllerCell {
  node: string;
  active: boolean;
  down: boolean;
  words: string;
  said: string;
}

export interface HeadCell {
  id: number;
  name: string;
  rack: string;
  /** Not running as usual: the words for it. */
  state: string;
  /** What its arc says. */
  said: string;
  down: boolean;
  focus: boolean;
}

export interface RowScene {
  partition: string;
  detail: Detail;
  focus: boolean;
  facts: string[];
  warnings: string[];
  /** One for each broker, in the order of the columns. */
  cells: CellScene[];
  /** Clients stand in the first open row. */
  producers: ClientCell[];
  consumers: ClientCell[];
  /** The room for wires, below the cells or beside them. */
  rails: Rails;
  /** Lines below the leader's strip: followers and consumers. */
  whiskers: number;
}

export type Star = 'leads' | 'believes' | 'none';

export interface CellScene {
  broker: number;
  present: boolean;
  star: Star;
  role: string;
  /** In the ISR or not, in words. */
  membership: string;
  out: boolean;
  /** Other marks, in words. */
  marks: string[];
  down: boolean;
  /** Instead of a strip, when the row is not open. */
  tile: string;
  said: string;
  /** The newest records, for those who reach or hear them one by one. */
  records: { offset: number; said: string }[];
}

export interface ClientCell {
  node: string;
  lines: string[];
}

export function tableScene(frame: Frame, layout: Layout): TableScene {
  const { board } = frame;
  const details = rowDetails(board, layout, frame.openPartition);
  const focus = new Set(frame.focus);
  const rows = board.partitions.map((partition) =>
    rowScene(board, partition, details.get(partition.name) ?? 'line', layout, focus.has(partition.name)),
  );
  const home = rows.find((row) => row.detail === 'open');
  if (home) {
    home.producers = board.producers.map(producerCell);
    home.consumers = board.consumers.map((consumer) => consumerCell(consumer, board.partitions.length > 1));
  }
  return {
    controllers: board.controllers.map((controller) => ({
      node: controller.node,
      active: controller.active,
      down: controller.state === 'down',
      words: [controller.active ? text.active : '', stateWord(controller.state)].filter(Boolean).join(', '),
      said: text.controllerState(controller.node, controller.active, stateWord(controller.state) || null),
    })),
    metadata: metadataNote(board),
    heads: board.brokers.map((broker) => headCell(board, broker, focus.has(broker.node))),
    rows,
  };
}

const stateWord = (state: ProcessState): string => text.state[state];

function metadataNote(board: Board): string {
  const live = board.brokers.filter((broker) => broker.state !== 'down');
  const behind = live.filter((broker) => broker.metadataBehind > 0);
  if (live.length === 0) return '';
  return behind.length === 0 ? text.everyBrokerHasMetadata : text.brokersBehind(behind.map((broker) => broker.id));
}

function headCell(board: Board, broker: BrokerView, focus: boolean): HeadCell {
  const words = [stateWord(broker.state)];
  if (broker.fenced && broker.state !== 'fenced') words.push(text.fencedByController);
  if (broker.slowDisk > 0) words.push(text.slowDisk);
  const silent = broker.state === 'down' || broker.state === 'paused';
  const ends = silent && !broker.fenced ? broker.sessionEnds : null;
  return {
    id: broker.id,
    name: text.broker(broker.id),
    rack: broker.rack === null ? '' : text.rack(broker.rack),
    state: words.filter(Boolean).join(', '),
    said: ends === null ? '' : text.sessionEnds(duration(Math.max(0, ends - board.time))),
    down: broker.state === 'down',
    focus,
  };
}

function rowScene(board: Board, partition: PartitionView, detail: Detail, layout: Layout, focus: boolean): RowScene {
  const warnings: string[] = [];
  if (partition.leader === null) warnings.push(text.noLeader);
  if (partition.isr.length < partition.minInsyncReplicas) warnings.push(text.underMinIsr);
  else if (partition.isr.length < partition.assigned.length) warnings.push(text.underReplicated);
  const facts = [text.epoch(partition.leaderEpoch), text.isr(partition.isr)];
  if (detail === 'line' && partition.leader !== null) facts.unshift(text.leads(partition.leader));
  if (detail === 'open' && layout === 'wide') facts.push(text.minInsync(partition.minInsyncReplicas));
  if (partition.elr.length > 0) facts.push(text.elr(partition.elr));
  const consumers = board.consumers.filter((consumer) =>
    consumer.partitions.some((position) => position.partition === partition.name),
  );
  return {
    partition: partition.name,
    detail,
    focus,
    facts,
    warnings,
    cells: board.brokers.map((broker) => cellScene(board, partition, broker, detail)),
    producers: [],
    consumers: [],
    rails: railsOf(board, partition, layout),
    whiskers: Math.max(0, partition.assigned.length - 1) + consumers.length,
  };
}

function cellScene(board: Board, partition: PartitionView, broker: BrokerView, detail: Detail): CellScene {
  const replica = partition.replicas.find((candidate) => candidate.broker === broker.id);
  if (!replica) {
    return {
      broker: broker.id,
      present: false,
      star: 'none',
      role: '',
      membership: '',
      out: false,
      marks: [],
      down: false,
      tile: '',
      said: text.noReplica,
      records: [],
    };
  }
  const { star, role } = roleOf(partition, replica, broker);
  const membership = text.membership[replica.membership];
  const marks: string[] = [];
  if (replica.preferred) marks.push(text.preferred);
  if (replica.inElr) marks.push(text.inElr);
  const leading = partition.replicas.find((other) => other.broker === partition.leader);
  const behind = leading ? leading.logEndOffset - replica.logEndOffset : 0;
  return {
    broker: broker.id,
    present: true,
    star,
    role,
    marks,
    membership,
    out: replica.membership === 'out' || replica.membership === 'leaving',
    down: replica.role === 'offline',
    tile: text.tile(replica.logEndOffset, behind),
    said: text.replicaSaid({
      partition: partition.name,
      broker: replica.broker,
      role,
      epoch: replica.leaderEpoch,
      marks: [...marks, membership],
      logStart: replica.logStartOffset,
      highWatermark: replica.highWatermark,
      logEnd: replica.logEndOffset,
      leaderKnows: replica.role === 'leader' ? knownBy(partition) : [],
      consumers: replica.broker === partition.leader ? readersOf(board, partition) : [],
    }),
    records: detail === 'open' ? recordsSaid(replica) : [],
  };
}

/** What the replica believes, next to what the controller has written down. */
function roleOf(partition: PartitionView, replica: ReplicaView, broker: BrokerView): { star: Star; role: string } {
  const named = partition.leader === replica.broker;
  if (replica.role === 'offline') {
    return { star: 'none', role: broker.state === 'down' ? text.logOnDisk : text.offline };
  }
  if (replica.role === 'leader') {
    const agreed = named && replica.leaderEpoch === partition.leaderEpoch;
    return agreed
      ? { star: 'leads', role: text.leader }
      : { star: 'believes', role: text.believesToLead(replica.leaderEpoch) };
  }
  if (named) return { star: 'none', role: text.notYetLeader };
  const stale = replica.leaderEpoch !== partition.leaderEpoch;
  return { star: 'none', role: stale ? text.followerInEpoch(replica.leaderEpoch) : text.follower };
}

function knownBy(partition: PartitionView): { broker: number; offset: number }[] {
  return partition.replicas.flatMap(({ broker, leaderKnows }) =>
    leaderKnows === null ? [] : [{ broker, offset: leaderKnows }],
  );
}

function readersOf(board: Board, partition: PartitionView): { node: string; position: number | null }[] {
  return board.consumers.flatMap(({ node, partitions }) =>
    partitions.filter((at) => at.partition === partition.name).map(({ position }) => ({ node, position })),
  );
}

/** Records one can reach one by one; a longer window is read in the inspector. */
const reachable = 12;

function recordsSaid(replica: ReplicaView): { offset: number; said: string }[] {
  return replica.records.slice(-reachable).map((record) => ({
    offset: record.offset,
    said: text.recordSaid({
      offset: record.offset,
      epoch: record.epoch,
      key: record.key,
      value: record.value,
      committed: replica.highWatermark === null ? null : record.offset < replica.highWatermark,
    }),
  }));
}

function producerCell(producer: ProducerView): ClientCell {
  const lines = [text.acks(producer.acks)];
  if (producer.sent > 0) lines.push(text.sent(producer.sent));
  if (producer.waiting > 0) lines.push(text.waiting(producer.waiting));
  if (producer.inFlight > 0) lines.push(text.inFlight(producer.inFlight));
  if (producer.acknowledged > 0) lines.push(text.acknowledged(producer.acknowledged));
  if (producer.failed > 0) lines.push(text.failed(producer.failed));
  return { node: producer.node, lines };
}

function consumerCell(consumer: ConsumerView, several: boolean): ClientCell {
  const lines = consumer.partitions.flatMap((at) => {
    const facts = [text.position(at.position)];
    if (at.saved !== null) facts.push(text.saved(at.saved));
    if (at.lag !== null) facts.push(text.lag(at.lag));
    return several && consumer.partitions.length > 1 ? [`${at.partition}:`, ...facts] : facts;
  });
  return { node: consumer.node, lines };
}
