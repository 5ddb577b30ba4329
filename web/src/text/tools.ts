// Which of Kafka's tools the console runs. Their words come with its panel; this is what the page itself has to know.

/** Tools by the first words of the story lines that print what they do; `ran` is what was run against the cluster so far. */
export const tools = [
  'describe',
  'get-offsets',
  'reassign list',
  'reassign verify',
  'reassign generate',
  'producer',
  'consumer',
  'ran',
] as const;

export type Tool = (typeof tools)[number];
