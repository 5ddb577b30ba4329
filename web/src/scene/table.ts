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
import { bandsOf, columnsOf } from './columns';
import { type Detail, hasOverview, rowDetails } from './detail';
import { lagRuns, sessionRuns } from './dock';
import type { Frame } from './frame';
import type { Layout } from './geometry';
import { type Rails, railsOf } from './rails';
import { readersOf, whiskerCount } from './whisker';

export interface TableScene {
  controllers: ControllerCell[];
  /** How far the metadata is, and who has it. */
  metadata: string;
  /** Racks, over the columns of their brokers. */
  bands: { words: string; columns: number }[];
  heads: HeadCell[];
  columns: number;
  rows: RowScene[];
  apart: Apart;
}

/** On a board with an overview: what stands above it instead of in rows. */
export interface Apart {
  producers: ClientCell[];
  consumers: ClientCell[];
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
  /** Not running as usual: the words for it. */
  state: string;
  /** How far its metadata is behind, in words. */
  behind: string;
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
  /** Lines below a strip, in the cell that has the most. */
  whiskers: number;
}

export type Star = 'leads' | 'believes' | 'none';

export interface CellScene {
  broker: number;
  /** Where the head of its column is not seen: how its broker is, and its rack. */
  state: string;
  rack: string;
  present: boolean;
  star: Star;
  role: string;
  /** In the ISR or not, in words. */
  membership: string;
  out: boolean;
  /** Other marks, in words. */
  marks: string[];
  down: boolean;
  /** An arc beside its membership runs out. */
  timer: boolean;
  /** Lines below its strip. */
  whiskers: number;
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
  const columns = columnsOf(board);
  const details = rowDetails(board, layout, frame.openPartition, frame.focus);
  const focus = new Set(frame.focus);
  const rows = board.partitions.flatMap((partition) => {
    const detail = details.get(partition.name);
    return detail === undefined ? [] : [rowScene(frame, partition, detail, layout, focus.has(partition.name))];
  });
  const home = rows.find((row) => row.detail === 'open');
  const clients: Apart = {
    producers: board.producers.map(producerCell),
    consumers: board.consumers.map((consumer) => consumerCell(consumer, board.partitions.length > 1)),
  };
  const overview = hasOverview(board);
  if (home && !overview) Object.assign(home, clients);
  return {
    controllers: board.controllers.map((controller) => ({
      node: controller.node,
      active: controller.active,
      down: controller.state === 'down',
      words: [controller.active ? text.active : '', stateWord(controller.state)].filter(Boolean).join(', '),
      said: text.controllerState(controller.node, controller.active, stateWord(controller.state) || null),
    })),
    metadata: metadataNote(board),
    bands: overview ? [] : bandWords(board),
    heads: overview ? [] : headsOf(frame),
    columns: columns.length,
    rows,
    apart: overview ? clients : { producers: [], consumers: [] },
  };
}

export function bandWords(board: Board): TableScene['bands'] {
  const bands = bandsOf(columnsOf(board));
  return bands.map(({ rack, columns }) => ({ words: rack === null ? '' : text.rack(rack), columns }));
}

export function headsOf({ board, focus }: Frame): HeadCell[] {
  return columnsOf(board).map((broker) => headCell(board, broker, focus.includes(broker.node)));
}

const stateWord = (state: ProcessState): string => text.state[state];

function metadataNote(board: Board): string {
  const live = board.brokers.filter((broker) => broker.state !== 'down');
  const behind = live.filter((broker) => broker.metadataBehind > 0);
  const active = board.controllers.find((controller) => controller.active);
  const offset = active === undefined ? [] : [text.metadataOffset(active.metadataOffset)];
  if (live.length === 0) return offset.join();
  const who = behind.length === 0 ? text.everyBrokerHasMetadata : text.brokersBehind(behind.map(({ id }) => id));
  return [...offset, who].join(' · ');
}

function headCell(board: Board, broker: BrokerView, focus: boolean): HeadCell {
  const words = [stateWord(broker.state)];
  if (broker.fenced && broker.state !== 'fenced') words.push(text.fencedByController);
  if (broker.slowDisk > 0) words.push(text.slowDisk);
  const ends = sessionRuns(board, broker) ? broker.sessionEnds : null;
  return {
    id: broker.id,
    name: text.broker(broker.id),
    state: words.filter(Boolean).join(', '),
    behind: broker.state !== 'down' && broker.metadataBehind > 0 ? text.metadataBehind(broker.metadataBehind) : '',
    said: ends === null ? '' : text.sessionEnds(duration(Math.max(0, ends - board.time))),
    down: broker.state === 'down',
    focus,
  };
}

function rowScene(frame: Frame, partition: PartitionView, detail: Detail, layout: Layout, focus: boolean): RowScene {
  const { board } = frame;
  const warnings: string[] = [];
  if (partition.leader === null) warnings.push(text.noLeader);
  if (partition.underMinIsr) warnings.push(text.underMinIsr);
  else if (partition.underReplicated) warnings.push(text.underReplicated);
  const facts = [text.epoch(partition.leaderEpoch), text.isr(partition.isr)];
  if (detail === 'line' && partition.leader !== null) facts.unshift(text.leads(partition.leader));
  if (detail === 'open' && layout === 'wide') facts.push(text.minInsync(partition.minInsyncReplicas));
  if (partition.elr.length > 0) facts.push(text.elr(partition.elr));
  const cells = columnsOf(board).map((broker) => cellScene(frame, partition, broker, detail));
  return {
    partition: partition.name,
    detail,
    focus,
    facts,
    warnings,
    cells,
    producers: [],
    consumers: [],
    rails: railsOf(board, partition, layout),
    whiskers: Math.max(0, ...cells.map(({ whiskers }) => whiskers)),
  };
}

function cellScene(frame: Frame, partition: PartitionView, broker: BrokerView, detail: Detail): CellScene {
  const { board } = frame;
  const replica = partition.replicas.find((candidate) => candidate.broker === broker.id);
  if (!replica) {
    return {
      broker: broker.id,
      state: '',
      rack: '',
      present: false,
      star: 'none',
      role: '',
      membership: '',
      out: false,
      marks: [],
      down: false,
      timer: false,
      whiskers: 0,
      tile: '',
      said: text.noReplica,
      records: [],
    };
  }
  const { star, role } = roleOf(replica, broker);
  const membership = text.membership[replica.membership];
  const marks: string[] = [];
  if (replica.preferred) marks.push(text.preferred);
  if (replica.inElr) marks.push(text.inElr);
  return {
    broker: broker.id,
    state: stateWord(broker.state),
    rack: broker.rack === null ? '' : text.rack(broker.rack),
    present: true,
    star,
    role,
    marks,
    membership,
    out: replica.membership === 'out' || replica.membership === 'leaving',
    down: replica.role === 'offline',
    timer: lagRuns(board, replica),
    whiskers: whiskerCount(frame, partition, replica),
    tile: text.tile(replica.logEndOffset, replica.behind),
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
      consumers: readersOf(board, partition, replica).map(({ node, position }) => ({ node, position })),
      divergesAt: replica.divergesAt,
      flushed: frame.diskLayer ? replica.flushed : null,
    }),
    records: detail === 'open' ? recordsSaid(replica) : [],
  };
}

/** What the replica believes, next to what the controller has written down. */
function roleOf({ standing, leaderEpoch }: ReplicaView, broker: BrokerView): { star: Star; role: string } {
  switch (standing) {
    case 'leads':
      return { star: 'leads', role: text.leader };
    case 'believes-to-lead':
      return { star: 'believes', role: text.believesToLead(leaderEpoch) };
    case 'unaware':
      return { star: 'none', role: text.notYetLeader };
    case 'follows':
      return { star: 'none', role: text.follower };
    case 'follows-in-other-epoch':
      return { star: 'none', role: text.followerInEpoch(leaderEpoch) };
    case 'offline':
      return { star: 'none', role: broker.state === 'down' ? text.logOnDisk : text.offline };
  }
}

function knownBy(partition: PartitionView): { broker: number; offset: number }[] {
  return partition.replicas.flatMap(({ broker, leaderKnows }) =>
    leaderKnows === null ? [] : [{ broker, offset: leaderKnows }],
  );
}

/** Records one can reach one by one; a longer window is read in the inspector. */
const reachable = 12;

function recordsSaid(replica: ReplicaView): { offset: number; said: string }[] {
  return replica.records.slice(-reachable).map((record) => ({
    offset: record.offset,
    said: text.recordSaid(record),
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
