// The moment on screen as a picture that stands alone: an SVG with the board's words and signs, its caption, and all of it in
// words for who cannot see it. No style sheet, no script, no id, nothing fetched.

import type { Caption } from '../../engine/view';
import { hasOverview, wantedOpen } from '../../scene/detail';
import type { Frame } from '../../scene/frame';
import { motionScene } from '../../scene/motion';
import { round } from '../../scene/route';
import { stripScenes } from '../../scene/strip';
import { type TableScene, tableScene } from '../../scene/table';
import { wireScenes } from '../../scene/wire';
import { pictureWords } from '../../text/share';
import { boardWidth, em, hatch, inside, type Layout, layoutOf, type Panel } from './layout';
import { element, type Markup } from './markup';
import { type Overview, overviewOf } from './overview';
import { font, type Palette, palette, type Theme } from './palette';
import { Signs } from './signs';
import { lines, type Word } from './words';

export interface Moment {
  frame: Frame;
  caption: Pick<Caption, 'headline' | 'text'> | null;
  /** `The life of a batch` */
  story: string;
}

const margin = 20;
const least = 560;
/** With many partitions, so that their brokers' columns can be told apart. */
const wide = 920;
const nothing: Overview = { words: [], shapes: [], height: 0 };

/** Where there is an overview, the row in full has only those that have to do with it; nobody where no row is open. */
function openRowOf(frame: Frame): Frame {
  const { board } = frame;
  const open = wantedOpen(frame.openPartition, frame.focus);
  const partitions = board.partitions.filter(({ name }) => name === open);
  const isOfIt = ({ parts }: { parts: readonly { partition: string }[] }): boolean =>
    parts.some(({ partition }) => partition === open);
  const messages = board.messages.filter(isOfIt);
  const parked = board.parked.filter(isOfIt);
  const talking = new Set([...messages.flatMap(({ from, to }) => [from, to]), ...parked.map(({ from }) => from)]);
  return {
    ...frame,
    board: {
      ...board,
      ...{ partitions, messages, parked, topics: [], partitionCount: partitions.length },
      brokers: board.brokers.filter(({ id }) => partitions.some(({ assigned }) => assigned.includes(id))),
      producers: board.producers.filter(({ node }) => talking.has(node)),
      consumers: board.consumers.filter(({ partitions }) => partitions.some(({ partition }) => partition === open)),
    },
  };
}

export function picture({ frame: whole, caption, story }: Moment, theme: Theme): string {
  const colour = palette(theme);
  const isMany = hasOverview(whole.board);
  const frame = isMany ? openRowOf(whole) : whole;
  const width = Math.max(isMany ? wide : least, boardWidth(frame.board)) + 2 * margin;
  const head = heading(caption, width - 2 * margin);
  const table = tableScene(frame, 'wide');
  const layout = layoutOf(table, frame.board, margin, head.height);
  const below = layout.geometry.height + (isMany && table.rows.length > 0 ? 1.5 * em : 0);
  const overview = isMany ? overviewOf(whole, colour, margin, below, width - 2 * margin) : nothing;
  const height = Math.ceil(below + overview.height + 2 * em + margin / 2);
  const foot: Word = {
    ...{ x: width - margin, y: height - em, anchor: 'end', fill: 'quiet', size: 0.85 * em },
    text: pictureWords.foot(story, frame.time),
  };
  const said = [
    ...(caption === null ? [] : [`${caption.headline} ${caption.text}`]),
    ...(isMany ? [pictureWords.many(whole.board.partitionCount, whole.board.brokers.length)] : []),
    ...saidOf(table),
  ];
  const drawing = [
    element('rect', { width, height, fill: colour('paper') }),
    ...structure(layout, colour),
    ...signs(frame, layout, colour),
    ...overview.shapes,
    ...[...head.words, ...layout.words, ...overview.words, foot].map((word) => text(word, colour)),
  ];
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'font-family': font('font'),
      'font-size': em,
    },
    element('title', {}, pictureWords.title(story, frame.time, caption?.headline ?? null)),
    element('desc', {}, said.join(' ')),
    ...drawing,
  ).text;
}

function heading(caption: Moment['caption'], width: number): { words: Word[]; height: number } {
  if (caption === null) return { words: [], height: margin };
  const words: Word[] = [];
  let y = margin;
  const say = (text: string, size: number, fill: string, bold: boolean): void => {
    y += 0.7 * size;
    words.push({ x: margin, y, text, size, fill, bold });
    y += 0.7 * size;
  };
  const [large, small] = [1.45 * em, 1.05 * em];
  for (const line of lines(caption.headline, width, large, { bold: true })) say(line, large, 'ink', true);
  y += 0.2 * em;
  for (const line of lines(caption.text, Math.min(width, 46 * em), small)) say(line, small, 'quiet', false);
  return { words, height: y + 1.5 * em };
}

/** What those hear who cannot see the board: every broker that is not as usual, and every replica. */
function saidOf({ heads, rows }: TableScene): string[] {
  const brokers = heads
    .filter(({ state }) => state !== '')
    .map(({ name, state, said }) => `${name}: ${state}. ${said}`);
  const replicas = rows.flatMap(({ partition, detail, facts, warnings, cells }) => {
    const row = `${partition}: ${[...facts, ...warnings].join(', ')}.`;
    return detail === 'open' ? [row, ...cells.filter(({ present }) => present).map(({ said }) => said)] : [row];
  });
  return [...brokers, ...replicas].map((sentence) => sentence.trim());
}

function structure({ panels, chips, dots, rules }: Layout, colour: Palette): Markup[] {
  return [
    ...rules.map(({ x, y, width }) =>
      element('path', { d: `M${round(x)} ${round(y)}h${round(width)}`, stroke: colour('line') }),
    ),
    ...panels.map((panel) => panelShape(panel, colour)),
    ...dots.map(({ x, y, active, down }) =>
      element('circle', {
        ...{ cx: round(x), cy: round(y), r: 0.36 * em, 'stroke-width': 1.5 },
        stroke: colour(active ? 'ink' : 'quiet'),
        fill: active ? colour('ink') : 'none',
        'stroke-dasharray': down ? '2 2' : null,
      }),
    ),
    ...chips.map(({ x, y, width, height }) =>
      element('rect', {
        ...{ x: round(x), y: round(y), width: round(width), height: round(height), rx: em },
        fill: colour('paper'),
        stroke: colour('quiet'),
      }),
    ),
  ];
}

function panelShape({ rect, look }: Panel, colour: Palette): Markup {
  if (look === 'plain') return element('g', {});
  const { x, y, width, height } = inside(rect, 0.5);
  const box = element('rect', {
    ...{ x: round(x), y: round(y), width: round(width), height: round(height), rx: 6 },
    fill: look === 'leads' ? colour('panel') : 'none',
    stroke: look === 'leads' ? null : colour(look === 'believes' ? 'warning' : 'wire'),
    'stroke-dasharray': look === 'leads' ? null : '3 3',
  });
  if (look !== 'down') return box;
  return element('g', {}, element('path', { d: hatch(inside(rect, 1)), stroke: colour('hatch') }), box);
}

function signs(frame: Frame, { geometry }: Layout, colour: Palette): Markup[] {
  const drawn = new Signs(colour);
  const motion = motionScene(frame, geometry);
  const still = frame.reducedMotion || frame.time === frame.board.time;
  return [
    ...wireScenes(frame.board, geometry, motion.busy).map((wire) => drawn.wire(wire)),
    ...stripScenes(frame, geometry).map((strip) => drawn.strip(strip)),
    ...motion.docks.map((dock) => drawn.dock(dock, frame.time)),
    ...motion.tokens.map((token) => drawn.token(token, frame.time, still)),
  ];
}

function text({ x, y, text, fill, size, bold, mono, anchor }: Word, colour: Palette): Markup {
  return element(
    'text',
    {
      x: round(x),
      y: round(y + 0.35 * size),
      fill: colour(fill),
      'font-size': size === em ? null : round(size),
      'font-weight': bold ? 650 : null,
      'font-family': mono ? font('mono') : null,
      'text-anchor': anchor === undefined || anchor === 'start' ? null : anchor,
    },
    text,
  );
}
