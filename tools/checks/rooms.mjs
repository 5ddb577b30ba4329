// A room uses only rooms before it. The orders are those of crates/README.md and web/README.md; rooms written in one
// pair of brackets stand beside each other and use none of each other.

import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { root } from '../command.mjs';
import { files, place, read, report } from './files.mjs';

const crates = order('replication < simulation < scenario < explorer < view < {bindings lab} < cluster < cli');
const replication = order(
  'base < log < message < outbox < input < replica < partition < quorum < controller < coordinator < broker < client < node',
);
const web = order('{engine tokens} < text < model < scene < render < panel < {lesson share edit} < element');

report([...betweenCrates(), ...insideReplication(), ...insideWeb()]);

/** From room to its rank. */
function order(written) {
  return new Map(written.split(' < ').flatMap((rank, i) => rank.match(/\w+/g).map((room) => [room, i])));
}

function refusal(ranks, from, to) {
  if (from === to) return undefined;
  for (const room of [from, to]) if (!ranks.has(room)) return `the room ${room} has no place in the order`;
  return ranks.get(to) < ranks.get(from) ? undefined : `${from} must not use ${to}`;
}

function betweenCrates() {
  const metadata = execFileSync('cargo', ['metadata', '--no-deps', '--format-version', '1'], {
    cwd: root,
    encoding: 'utf8',
  });
  return JSON.parse(metadata).packages.flatMap(({ name, dependencies }) => {
    const ours = dependencies.filter((dependency) => dependency.path);
    const problems = ours.map((dependency) => refusal(crates, name, dependency.name));
    if (name === 'replication' && dependencies.length > 0) problems.push('replication must depend on nothing');
    return problems.filter(Boolean).map((problem) => `crates/${name}/Cargo.toml: ${problem}`);
  });
}

function insideReplication() {
  const top = 'crates/replication/src/';
  const sources = files(top).filter((file) => file.endsWith('.rs') && file !== `${top}lib.rs`);
  return sources.flatMap((file) => {
    const from = file.slice(top.length).split('/')[0].replace('.rs', '');
    const text = read(file).replace(/\/\/.*$/gm, '');
    return [...text.matchAll(/\bcrate::(?:(\w+)|\{((?:[^{}]|\{[^{}]*\})*)\})/g)].flatMap((match) =>
      (match[1] ? [match[1]] : heads(match[2]))
        .map((to) => refusal(replication, from, to))
        .filter(Boolean)
        .map((problem) => `${place(file, text, match.index)}: ${problem}`),
    );
  });
}

/** The first names of what stands in the brackets of `use crate::{…}`. */
function heads(list) {
  return (
    list
      .replace(/\{[^{}]*\}/g, '')
      .match(/(?<=^|,)\s*\w+/g)
      ?.map((name) => name.trim()) ?? []
  );
}

function insideWeb() {
  const top = 'web/src/';
  const imports = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g;
  const sources = files(top).filter((file) => file.endsWith('.ts'));
  return sources.flatMap((file) => {
    const from = file.slice(top.length).split('/')[0];
    const text = read(file);
    return [...text.matchAll(imports)].flatMap((match) => {
      const target = posix.join(posix.dirname(file), match[1]);
      const glue = target.startsWith('web/engine/');
      // A paper of the repository, taken as text, belongs to no room.
      if (target.endsWith('.md?raw')) return [];
      const problem = glue
        ? from !== 'engine' && `${from} must not use the glue; web/src/engine does`
        : refusal(web, from, target.slice(top.length).split('/')[0]);
      return problem ? [`${place(file, text, match.index)}: ${problem}`] : [];
    });
  });
}
