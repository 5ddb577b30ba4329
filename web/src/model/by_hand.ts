// What was done by hand, as the engine writes it down: an anchor in the story, then the lines that were done, and between them
// `run to` lines that place them. Here it is only taken apart and put together by whole lines.

const isAct = (line: string) => line !== '' && !line.startsWith('run to');

/** Without the last act and what it brought; empty, and so the story as told, where it was the only one. */
export function withoutLast(byHand: string): { byHand: string; line: string } | null {
  const lines = byHand.split('\n');
  const last = lines.findLastIndex(isAct);
  const line = lines[last];
  if (line === undefined) return null;
  const before = lines.slice(0, last);
  return { byHand: before.some(isAct) ? before.join('\n') : '', line };
}

/** One act more than `byHand`, on the way to `whole`; null where that does not begin with it or has no more. */
export function withNext(byHand: string, whole: string): string | null {
  const [done, lines] = [byHand === '' ? [] : byHand.split('\n'), whole.split('\n')];
  if (done.some((line, i) => line !== lines[i])) return null;
  const next = lines.findIndex((line, i) => i >= done.length && isAct(line));
  return next < 0 ? null : lines.slice(0, next + 1).join('\n');
}
