// What the model leaves out, as the list in the repository says it: the one source, of which a test of the engine sees that it is
// complete. The files it names for that test mean nothing to who looks at the page.

import list from '../../../crates/replication/NOT_MODELLED.md?raw';

export interface LeftOut {
  /** `Logs and disks` */
  chapter: string;
  points: readonly { title: string; text: string }[];
}

export const leftOutWords = {
  title: 'What this model leaves out',
  intro: 'Everything here is Kafka 4.3, except for what follows. Each point says what you will therefore not see.',
  show: (points: number) => `Show all ${points} points`,
} as const;

export const leftOut: readonly LeftOut[] = list
  .split(/^## /m)
  .slice(1)
  .map((chapter) => {
    const [title, ...rest] = chapter.split('\n');
    const points = rest.join('\n').split(/^- /m).slice(1).map(point);
    return { chapter: title ?? '', points };
  });

function point(text: string): LeftOut['points'][number] {
  const oneLine = text.replace(/\s+/g, ' ').trim();
  const withoutFiles = oneLine.replace(/ \((?:`[\w/]+\.rs`(?:, )?)+\)$/, '');
  const [, title, rest] = /^\*\*(.+?)\.\*\* (.*)$/.exec(withoutFiles) ?? [];
  return { title: (title ?? '').replaceAll('`', ''), text: rest ?? withoutFiles };
}
