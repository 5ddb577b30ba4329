// What is on screen of the run: the state that every panel reads, made anew for each place that is shown. Whoever acts or
// plays changes it through here.

import type { EngineRoom, Question, Seen } from '../engine/engine';
import { nothingSeen } from '../engine/sight';
import type { Timeline } from '../engine/timeline';
import type { Board, Ledger, Mark, MetricView, Printed, StoryListing } from '../engine/view';
import { beyond } from '../text/beyond';
import { spokenMoment } from '../text/spoken';
import { printingLine } from './console';
import { wallOf } from './course';
import { actSince, captionAt, focusAt, hasManyRows } from './grouping';
import { lanesOf, rowsOf } from './lanes';
import { ROWS } from './ledger';
import { partitionInView, questionFor } from './question';
import type { Run } from './run';
import { initialState, type Shown, type State } from './state';
import { nextStop, type Telling, tell } from './telling';
import { sameThing, type Thing } from './thing';

/** Lines of the running log. */
const LOG_LINES = 12;

/** Before the stage has said what it shows. */
const firstSight: Seen = { ...nothingSeen, records: 16, whole: 40, fields: 8 };

export class Showing {
  room: EngineRoom;
  readonly #show: (state: State) => void;
  #together = 0;
  #isDue = false;
  state: State;
  run: Run | null = null;
  telling: Telling | null = null;
  /** The last position of this run that was ever shown. */
  seen = 0;
  /** The last place of this run that somebody went to, however little happens there. */
  visited: Mark | null = null;
  #drawn: (Pick<Shown, 'rows' | 'lanes'> & { telling: Telling; open: string | null; first: number }) | null = null;
  /** What the stage shows of the board; another object as soon as it shows something else. */
  sight: Seen = firstSight;

  constructor(room: EngineRoom, show: (state: State) => void, reducedMotion: boolean) {
    this.room = room;
    this.state = { ...initialState, reducedMotion };
    this.#show = show;
  }

  set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    if (this.#together > 0) this.#isDue = true;
    else this.#show(this.state);
  }

  /** However often the state changes meanwhile, it is shown once. */
  together<T>(work: () => T): T {
    this.#together += 1;
    try {
      return work();
    } finally {
      this.#together -= 1;
      if (this.#together === 0 && this.#isDue) {
        this.#isDue = false;
        this.#show(this.state);
      }
    }
  }

  retell(): void {
    if (this.run !== null) this.telling = tell(this.run, this.state.pace, this.openRow, this.visited);
  }

  /** The row that is open on the board. */
  get openRow(): string | null {
    const { shown, selected, openPartition } = this.state;
    return shown === null ? null : (partitionInView(shown.board, selected, openPartition, shown.focus)?.name ?? null);
  }

  place({ position, time }: Mark): void {
    const run = this.run;
    const telling = this.telling;
    if (run === null || telling === null) return;
    const board = run.board(position, this.sight);
    this.seen = Math.max(this.seen, position);
    const before = this.state.shown;
    const isNew = before === null || before.board !== board;
    const seenAt = Math.max(run.within(position, time), board.time);
    const focus = focusAt(telling.timeline, position);
    const { rows, lanes } = this.#lanes(run, telling, board, focus);
    const shown: Shown = {
      ...telling,
      end: telling.end.position < position ? { position, time } : telling.end,
      board,
      position,
      time: seenAt,
      wall: wallOf(telling.course, { position, time }),
      rows,
      lanes,
      caption: captionOrAct(telling.timeline, position),
      focus,
      happened: isNew ? run.happened(position, LOG_LINES) : before.happened,
      ...(isNew
        ? this.#answer(board, position)
        : { question: before.question, chain: before.chain, metrics: before.metrics }),
      printed: this.#printed(telling, board, position),
      aim: this.#aim(run),
      ledger: this.#ledger(isNew ? null : before.ledger),
      next: this.#nextKind(telling, position),
    };
    this.set({ shown });
  }

  /** The same until the run is told anew, or other rows are in sight. */
  #lanes(run: Run, telling: Telling, board: Board, focus: readonly string[]): Pick<Shown, 'rows' | 'lanes'> {
    const { selected, openPartition, firstLane } = this.state;
    const open = partitionInView(board, selected, openPartition, focus)?.name ?? null;
    const before = this.#drawn;
    if (before?.telling === telling && before.open === open && before.first === firstLane) return before;
    const rows = rowsOf(telling.timeline.partitions, open, firstLane);
    this.#drawn = { telling, open, first: firstLane, rows, lanes: lanesOf(run, telling.course, rows) };
    return this.#drawn;
  }

  /** The same place again, with another size of the board or something more to tell. */
  refresh(): void {
    const { shown } = this.state;
    if (shown !== null) this.place({ position: shown.position, time: shown.time });
  }

  select(selected: Thing | null): void {
    const { tab } = this.state;
    const turned = selected === null ? (tab === 'inspector' ? 'happened' : tab) : tab === 'why' ? tab : 'inspector';
    this.set({ selected, also: [], adding: false, asked: null, tab: turned });
    this.ask();
  }

  /** Puts a process to those that are selected, or takes it from them. Only processes can be several. */
  selectAlso(thing: Thing): void {
    const { selected, also } = this.state;
    if (selected === null || !isServer(selected) || !isServer(thing)) {
      this.select(thing);
      return;
    }
    const all = [selected, ...also];
    const others = all.filter((one) => !sameThing(one, thing));
    const [first = null, ...rest] = others.length < all.length ? others : [...all, thing];
    this.set({ selected: first, also: rest, asked: null });
    this.ask();
  }

  /** After the person has turned to something else, at the same place. */
  ask(): void {
    const { run, telling } = this;
    const { shown } = this.state;
    if (shown === null || run === null || telling === null) return;
    const { board, focus, position } = shown;
    const { rows, lanes } = this.#lanes(run, telling, board, focus);
    this.set({ shown: { ...shown, rows, lanes, ...this.#answer(board, position) } });
    if (telling.open !== this.openRow && hasManyRows(telling.timeline)) {
      // With so many rows, only what happens in the open one gets an eye's time.
      this.retell();
      this.refresh();
    }
  }

  speak(): void {
    const { shown } = this.state;
    if (shown === null) return;
    const events = shown.happened.filter(({ position }) => position === shown.position);
    const caption = shown.timeline.captions.find(({ position }) => position === shown.position) ?? null;
    this.set({ spoken: spokenMoment(shown.time, caption, events) });
  }

  timeOf(position: number): number {
    return this.run?.board(position, this.sight).time ?? 0;
  }

  storyAfter(): StoryListing | undefined {
    const { stories, story } = this.state;
    const i = stories.findIndex(({ name }) => name === story?.name);
    return i < 0 ? undefined : stories[i + 1];
  }

  #aim(run: Run): number | null {
    const { topic, key } = this.state.draft;
    return key === '' ? null : (run.partitionFor(topic, key) ?? null);
  }

  /** At the position that the board was asked for last. */
  #printed({ timeline }: Telling, board: Board, position: number): Printed[] | null {
    const { console } = this.state;
    if (console === null || this.run === null) return null;
    const acts = timeline.acts.filter((act) => act.position <= position);
    const line = printingLine(console, board, acts);
    return line === null ? [] : this.run.print(line);
  }

  /** At the position that the board was asked for last; `known` is what it is already known to be. */
  #ledger(known: Ledger | null): Ledger | null {
    return this.state.ledger === null || this.run === null ? null : (known ?? this.run.ledger(ROWS));
  }

  #nextKind(telling: Telling, position: number): Shown['next'] {
    if (nextStop(telling, position) !== null) return 'step';
    const byHand = telling.timeline.acts.some(({ byHand }) => byHand);
    return !byHand && this.storyAfter() !== undefined ? 'story' : 'play-on';
  }

  #answer(board: Board, position: number): Pick<Shown, 'question' | 'chain' | 'metrics'> {
    const { selected, asked, openPartition } = this.state;
    const run = this.run;
    const focus = this.telling === null ? [] : focusAt(this.telling.timeline, position);
    const open = partitionInView(board, selected, openPartition, focus);
    const question = asked ?? questionFor(board, selected, open);
    const metrics = run === null ? [] : metricsOf(run, selected);
    if (run === null || question === null) return { question: null, chain: [], metrics };
    const chain = run.why(question);
    if (chain.length > 0 || open === null) return { question, chain, metrics };
    const instead: Question = { kind: 'high-watermark', partition: open.name };
    return { question: instead, chain: run.why(instead), metrics };
  }
}

function metricsOf(run: Run, selected: Thing | null): MetricView[] {
  if (selected?.kind === 'broker') return run.metrics(`b${selected.id}`);
  return selected?.kind === 'controller' ? run.metrics(selected.node) : [];
}

export function isServer({ kind }: { kind: string }): boolean {
  return kind === 'broker' || kind === 'controller';
}

/** The story's caption, or one for what the person did after it. */
function captionOrAct(timeline: Timeline, position: number): Shown['caption'] {
  const act = actSince(timeline, position);
  return act === null ? captionAt(timeline, position) : beyond().actedCaption(act.line);
}
