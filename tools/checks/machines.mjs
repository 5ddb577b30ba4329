// No file says where it was written or which server a package came from: what is here works from anywhere.

import { files, place, read, report } from './files.mjs';

const text = /\.(rs|toml|lock|mjs|ts|json|jsonl|md|html|css|story|svg|txt|py|xml)$|(^|\/)(\.\w+|LICENSE|run)$/;
// Kafka's default for log.dirs is the same on every machine.
const forbidden = [
  {
    what: 'a folder of one machine',
    pattern: /(?<![\w.$}>-])\/(?!tmp\/kafka-logs\b)(?:home|root|tmp|work|Users)\/\w/g,
  },
  { what: 'a registry', pattern: /\b(?:registry\.npmjs|(?:index|static)\.crates|files\.pythonhosted)\./g },
  { what: 'a download address', pattern: /"resolved":\s"/g },
];

report(
  files()
    .filter((file) => text.test(file))
    .flatMap((file) => {
      const content = read(file);
      return forbidden.flatMap(({ what, pattern }) =>
        [...content.matchAll(pattern)].map(
          (match) => `${place(file, content, match.index)}: names ${what}: ${match[0]}`,
        ),
      );
    }),
);
