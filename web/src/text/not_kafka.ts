// Words over a run in which rules of Kafka are switched off.

export const notKafka = {
  title: 'This is not Kafka any more.',
  rules: (names: readonly string[]) =>
    names.length === 1 ? `The rule ${names[0]} is switched off.` : `Rules switched off: ${names.join(', ')}.`,
  look: 'Rules',
} as const;
