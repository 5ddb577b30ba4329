// Where the table has put things: measured by the render room, or written by hand in a test. px, from the board's corner.

export interface Point {
  x: number;
  y: number;
}

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ReplicaPlace {
  /** The whole replica: what is tinted when it leads. */
  panel: Rect;
  /** The room for its strip, flags and lines. */
  strip: Rect;
}

export interface Geometry {
  /** Side by side, or (in a narrow board) one above the other. */
  layout: Layout;
  /** There are many partitions: heads are those of the overview. */
  overview: boolean;
  width: number;
  height: number;
  /** px of one em of the board's text. */
  em: number;
  /** px of one digit in the text of offsets. */
  digit: number;
  /** By `replicaKey`; replicas of open rows only. */
  replicas: ReadonlyMap<string, ReplicaPlace>;
  /** Brokers, by their id. */
  heads: ReadonlyMap<number, Rect>;
  /** Controllers, producers and consumers, by their name. */
  nodes: ReadonlyMap<string, Rect>;
  /** Height of the free band between controllers and brokers. */
  bandY: number;
}

export type Layout = 'wide' | 'narrow';

export const replicaKey = (partition: string, broker: number): string => `${partition}|${broker}`;

export const right = (rect: Rect): number => rect.x + rect.width;
export const bottom = (rect: Rect): number => rect.y + rect.height;
export const middle = (rect: Rect): Point => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
