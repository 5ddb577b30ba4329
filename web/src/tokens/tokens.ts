// Colours, sizes and durations of the whole page, in one place. Sizes of the board are in em of its own text, because the
// scene computes with them and the style sheet reserves the room for them: both read them here.

/** In em of the board's text. */
export const sizes = {
  /** A record cell: at least this wide (24 px at 13 px text, which a finger can hit). */
  cellWidth: 1.85,
  cellHeight: 2,
  /** Text inside a cell and at its flags. */
  offsetText: 0.846,
  /** Above the cells: the flag of the high watermark, the log end offset. */
  flagLane: 1.5,
  /** Below the leader's cells: one line for each follower and each consumer. */
  whisker: 1.08,
  whiskerTop: 0.5,
  /** Between the cells of a row and its first rail, and from rail to rail. */
  railTop: 0.85,
  rail: 1.35,
  /** In a narrow board the rails stand beside the cells. */
  sideRailTop: 1,
  sideRail: 1.6,
  /** The sides, where the clients stand. */
  side: 8.75,
  /** Brokers' columns narrower than this cannot show a log: the open row stacks its replicas. */
  column: 8.6,
  /** In the overview: rows of tiles, those for fingers, and those of long lists. */
  tileRow: 1.85,
  tileRowTouch: 2.2,
  tileRowDense: 1.1,
  /** Names of partitions, words after the tiles, and the narrowest column of tiles that can be told apart. */
  tileSide: 8.75,
  tileEnd: 6.5,
  tileColumn: 1.2,
  /** A tile with the number of its broker, where brokers have no columns. */
  chip: 3.2,
  /** A topic's heading, and one cell for each of its partitions. */
  topicRow: 1.9,
  mapCell: 0.7,
  mapCellTouch: 1.85,
} as const;

/** How many epochs have a colour of their own before the sequence begins again. */
export const epochTones = 6;

export const durations = {
  /** A sign glides to where it now stands (ms). */
  glide: 160,
} as const;

/** Custom properties for the style sheet of any root of the page. */
export const tokens = `
:host {
  --hw-paper: light-dark(#fdfcf9, #15181d);
  --hw-raised: light-dark(#f5f3ed, #101317);
  --hw-ink: light-dark(#1b1e24, #eceae4);
  --hw-quiet: light-dark(#5a5d64, #a3a6ad);
  --hw-line: light-dark(#dedbd2, #31353d);
  --hw-wire: light-dark(#b4b2ab, #555a64);
  --hw-accent: light-dark(#1c5ba8, #79b0f2);
  --hw-on-accent: light-dark(#ffffff, #12161c);
  --hw-panel: light-dark(#edf2f9, #1d2733);
  --hw-hatch: light-dark(#e6e3db, #262b33);
  --hw-warning: light-dark(#8f4a00, #e3a458);
  --hw-error: light-dark(#a5281b, #f2907f);
  --hw-on-epoch: light-dark(#ffffff, #12161c);
  --hw-epoch-0: light-dark(#2463ad, #79b0f2);
  --hw-epoch-1: light-dark(#985a00, #e5a544);
  --hw-epoch-2: light-dark(#0c6e58, #58c0a2);
  --hw-epoch-3: light-dark(#8a3b7c, #d898cd);
  --hw-epoch-4: light-dark(#4c5668, #aab4c5);
  --hw-epoch-5: light-dark(#a33a1d, #f0947a);
  --hw-font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  --hw-mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --hw-text: max(0.8125rem, 13px);
  --hw-space: 0.5rem;
}
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
/* The colours of the system, for who has chosen them: what differs by colour differs by shape as well. */
@media (forced-colors: active) {
  :host {
    --hw-paper: Canvas;
    --hw-raised: Canvas;
    --hw-ink: CanvasText;
    --hw-quiet: CanvasText;
    --hw-line: GrayText;
    --hw-wire: CanvasText;
    --hw-accent: LinkText;
    --hw-on-accent: Canvas;
    --hw-panel: Canvas;
    --hw-hatch: GrayText;
    --hw-warning: CanvasText;
    --hw-error: CanvasText;
    --hw-on-epoch: Canvas;
${Array.from({ length: epochTones }, (_, tone) => `    --hw-epoch-${tone}: CanvasText;`).join('\n')}
  }
}
/* Black on white. */
@media print {
  :host, :host([theme]) {
    color-scheme: light;
    --hw-paper: #ffffff;
    --hw-raised: #ffffff;
    --hw-ink: #000000;
    --hw-quiet: #333333;
    --hw-line: #999999;
    --hw-wire: #555555;
    --hw-accent: #000000;
    --hw-panel: #f2f2f2;
    --hw-hatch: #cccccc;
    --hw-warning: #000000;
    --hw-error: #000000;
  }
}
`;
