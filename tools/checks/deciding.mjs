// Where a text in TypeScript decides a fact of the protocol: it compares, subtracts or searches what the engine's view says of
// offsets, epochs, leaders, members, times and errors. That something is absent (`=== null`) or has a name (`=== 'leader'`) is
// read, not decided.

/** Names of the view behind which there is a fact of Kafka that another one is easily compared with. */
const names = [
  ...['offset', 'fetchOffset', 'baseOffset', 'requiredOffset', 'startOffset', 'logStartOffset', 'logEndOffset'],
  ...['highWatermark', 'lastStableOffset', 'leaderKnows', 'knew', 'flushed', 'divergesAt', 'saved'],
  ...['metadataOffset', 'registrationOffset', 'epochStartOffset'],
  ...['epoch', 'leaderEpoch', 'partitionEpoch', 'brokerEpoch', 'producerEpoch', 'onRecord'],
  ...['sequence', 'lastSequence'],
  ...['leader', 'readsFrom'],
  ...['isr', 'elr', 'lastKnownElr', 'assigned'],
  ...['minInsyncReplicas', 'effectiveMinInsyncReplicas'],
  ...['caughtUpAt', 'behindSince', 'lagEnds', 'lagEndsIn', 'lastHeartbeat', 'sessionEnds', 'sessionEndsIn'],
  ...['lag', 'acks', 'error', 'errorCode'],
].join('|');

/** The end of an expression whose value has such a name: `one.highWatermark`, `isr.length`, `leader?.logEndOffset`. */
const before = new RegExp(`(?:^|[^\\w$])(?:${names})(?:\\.length)?(?:\\s*\\?\\?\\s*[\\w.'-]+)?[)!\\]]*$`);
/** The beginning of one. */
const after = new RegExp(`^[(!]*(?:[\\w$]+(?:\\[\\w+\\])?[?!]*\\.)*(?:${names})(?:\\.length)?(?![\\w$(.]|\\?\\.)`);
/** That it is there at all, has a name of its own, or is one that the view has only as "not known". */
const plain = /^(?:null|undefined|'[^']*'|''|-?1\b|0\b)(?!\s*[-+*/])/;
const plainBefore = /(?:^|[^\w$.])(?:null|undefined|'[^']*'|-1|0)$/;

/** The left edge of what is drawn: where a sign stands, not what it means. */
const edge = /^window\.first\b/;
/** How long it is since something, or until: the clock, not a verdict. */
const clock = /(?:^|[^\w$])(?:time|until)$/;

const comparison = /(?<=\s)(?:===|!==|==|!=|<=|>=|<|>|-)(?=\s)/g;
const search = /(?:^|[^\w$])(?:isr|elr|lastKnownElr|assigned)\??\.(?:includes|indexOf|some|every|find\w*)\(/g;
const extreme = new RegExp(
  `\\bMath\\.(?:min|max)\\((?![^;]*(?:% epochTones|window\\.first\\)))[^;]*?\\b(?:${names})\\b(?!\\()`,
  'g',
);

/** Each place: its index, and the line it is on. */
export function decidingPlaces(source) {
  const text = withoutComments(source);
  const compared = [...text.matchAll(comparison)].flatMap(({ index, 0: operator }) => {
    const left = text.slice(Math.max(0, index - 200), index).trimEnd();
    const right = text.slice(index + operator.length, index + 200).trimStart();
    if (plain.test(right) || plainBefore.test(left) || edge.test(right)) return [];
    if (operator === '-' && clock.test(left)) return [];
    return before.test(left) || after.test(right) ? [index] : [];
  });
  const found = [search, extreme].flatMap((pattern) => [...text.matchAll(pattern)].map(({ index }) => index + 1));
  return [...new Set([...compared, ...found])]
    .sort((a, b) => a - b)
    .map((index) => ({ index, line: lineAt(text, index) }));
}

/** Comments become blanks, so that places stay where they are. */
function withoutComments(source) {
  return source.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));
}

function lineAt(text, index) {
  const start = text.lastIndexOf('\n', index - 1) + 1;
  const end = text.indexOf('\n', index);
  return text.slice(start, end < 0 ? undefined : end).trim();
}
