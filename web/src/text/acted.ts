// The caption after a person has done something: what it was, and what to watch.

const afterProduce: Record<string, string> = {
  '0': 'The producer does not wait for anything. Watch whether anybody would notice if it got lost.',
  '1': 'The leader answers as soon as it has written it. Watch the answer leave before a follower has asked.',
  all: 'The answer waits until every in-sync replica has it. Watch the followers ask, and the high watermark follow.',
};

export function actedCaption(line: string): { headline: string; text: string } {
  const [command, ...rest] = line.split(/\s+/);
  if (command === 'produce') {
    const acks = rest.find((word) => word.startsWith('acks='))?.slice(5) ?? 'all';
    return {
      headline: `Your record goes to ${rest[0]} with acks=${acks}.`,
      text: afterProduce[acks] ?? '',
    };
  }
  return { headline: 'You changed the run.', text: `From here on it goes its own way: ${line}` };
}
