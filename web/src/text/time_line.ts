// Words of the time line: what its rows are, what each band and mark says, the legend.

import { brokers, clock, plural } from './quantity';

export const lineWords = {
  isr: 'ISR',
  offsets: 'HW / LEO',
  clients: 'clients',
  acts: 'acts',
  actsAndFindings: 'acts, findings',
  legend: 'Legend',
  legendTitle: 'What the lanes show',
  show: 'Show the lanes',
  hide: 'Hide the lanes',
  leaderLane: (partition: string) => `Who leads ${partition}`,
  isrLane: (partition: string) => `Who is in the ISR of ${partition}`,
  clientLane: (partition: string) => `What clients did and were told in ${partition}`,
  actLane: 'What was done, what parted, and rules that were broken',
  others: 'Other partitions',
  open: (partition: string) => `Show ${partition} in full`,
  end: 'the end',
} as const;

export interface Interval {
  from: number;
  /** None where it lasts to the end. */
  to: number | null;
}

function fromTo({ from, to }: Interval): string {
  return `from ${clock(from)} s ${to === null ? 'on' : `to ${clock(to)} s`}`;
}

/** On a band: broker 2, epoch 1 */
export function leaderBand(leader: number | null, epoch: number): string {
  return leader === null ? `no leader, epoch ${epoch}` : `broker ${leader}, epoch ${epoch}`;
}

export function leaderSaid(leader: number | null, epoch: number, interval: Interval): string {
  return `${leaderBand(leader, epoch)}${leader === null ? '' : ', leads'} ${fromTo(interval)}.`;
}

export function isrSaid(isr: readonly number[], interval: Interval): string {
  return `ISR ${brokers(isr)}, ${fromTo(interval)}.`;
}

const signs: Record<string, (records: string) => string> = {
  sent: (records) => `A producer sent ${records}`,
  acknowledged: (records) => `A producer was told that ${records} are stored`,
  refused: () => 'A broker refused records; the producer may try again',
  failed: (records) => `A call failed for good${records === '' ? '' : `, ${records}`}`,
  read: (records) => `A consumer read ${records}`,
};

export function clientSaid(mark: { sign: string; count: number; records: number; time: number }): string {
  const { sign, count, records, time } = mark;
  const said = signs[sign]?.(records === 0 ? 'records' : plural(records, 'record')) ?? sign;
  const often = count === 1 ? '' : `, ${count} times from here on`;
  return `${said.replace('1 record are', '1 record is')}${often}, ${clock(time)} s.`;
}

export function actSaid(line: string, byHand: boolean, time: number): string {
  return `${byHand ? 'You did' : 'The story did'}: ${line}, ${clock(time)} s.`;
}

export function findingSaid(finding: {
  invariant: string;
  statement: string;
  partition: string;
  time: number;
}): string {
  return `${finding.invariant} does not hold in ${finding.partition}: ${finding.statement}, ${clock(finding.time)} s.`;
}

export function forkSaid(name: string, time: number): string {
  return `Here “${name}” parts, ${clock(time)} s.`;
}

/** The lane of a partition in one sentence, for those who do not see it. */
export function laneSaid(partition: string, bands: readonly { leader: number | null; time: number }[]): string {
  const changes = bands.filter((band, i) => i > 0 && band.leader !== bands[i - 1]?.leader);
  const who = (leader: number | null) => (leader === null ? 'nobody' : `broker ${leader}`);
  const first = bands[0] === undefined ? '' : `, led by ${who(bands[0].leader)}`;
  const told = changes.slice(0, 3).map(({ leader, time }) => `, from ${clock(time)} s by ${who(leader)}`);
  const more = changes.length > 3 ? `, and ${plural(changes.length - 3, 'change')} more` : '';
  return `${partition}${first}${told.join('')}${more}`;
}

export function offsetsSaid(points: readonly { highWatermark: number; logEndOffset: number }[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return 'No offsets.';
  return `High watermark ${first.highWatermark} to ${last.highWatermark}, log end offset ${first.logEndOffset} to ${last.logEndOffset}.`;
}

/** Under the pointer: 9.204 s · broker 2 leads, epoch 1 · ISR 2, 3 · HW 45 · LEO 46 */
export function readout(
  time: number,
  band: { leader: number | null; leaderEpoch: number; isr: readonly number[] } | undefined,
  offsets: { highWatermark: number; logEndOffset: number } | undefined,
): string {
  const parts = [`${clock(time)} s`];
  if (band !== undefined) parts.push(leaderBand(band.leader, band.leaderEpoch), `ISR ${brokers(band.isr)}`);
  if (offsets !== undefined) parts.push(`HW ${offsets.highWatermark}`, `LEO ${offsets.logEndOffset}`);
  return parts.join(' · ');
}

/** Each with the kind of sign that stands beside it. */
export const legend: readonly { sign: string; says: string }[] = [
  { sign: 'leader', says: 'who leads, in the color of its leader epoch, as on the board' },
  { sign: 'nobody', says: 'no leader' },
  { sign: 'isr', says: 'the in-sync replicas' },
  { sign: 'offsets', says: 'high watermark, and log end offset (dotted) where it is ahead' },
  { sign: 'sent', says: 'records sent' },
  { sign: 'acknowledged', says: 'acknowledged to the producer' },
  { sign: 'read', says: 'records read by a consumer' },
  { sign: 'refused', says: 'refused by a broker' },
  { sign: 'failed', says: 'failed for good' },
  { sign: 'by-hand', says: 'what you did' },
  { sign: 'told', says: 'what the story did' },
  { sign: 'fork', says: 'another run parts here' },
  { sign: 'finding', says: 'a rule that must hold did not' },
  { sign: 'shrunk', says: 'of other partitions: the ISR is smaller than it was' },
  { sign: 'wait', says: 'a wait that is passed over, with its length' },
];
