// A partition's name, taken apart: the topic before the last hyphen, its number after it. A board shows the partitions in sight;
// the time line names all of them.

/** Of more than these, one is found by a part of its name. */
export const MOST_TO_CHOOSE = 12;

export function topicsOf(partitions: readonly string[]): string[] {
  return [...new Set(partitions.map(topicOf))];
}

/** The numbers of a topic's partitions. */
export function numbersOf(partitions: readonly string[], topic: string): number[] {
  return partitions.filter((name) => topicOf(name) === topic).map((name) => Number(name.slice(topic.length + 1)));
}

function topicOf(partition: string): string {
  return partition.slice(0, partition.lastIndexOf('-'));
}
