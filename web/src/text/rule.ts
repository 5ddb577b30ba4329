// Around the rules of Kafka: the rules themselves are stated by the engine.

export const ruleWords = {
  /** The sign after a sentence. */
  open: 'The rule behind this',
  title: 'The rule',
  source: 'Decided in Kafka by',
  without: 'Switched off, in this page only:',
  since: (version: string) => `since ${version}`,
  isOff: 'It is switched off here.',
} as const;
