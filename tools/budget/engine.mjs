// The engine's own figures, measured natively by crates/cli.

import { output, Stop } from '../command.mjs';

export function lines() {
  const measured = output('cargo', ['run', '--quiet', '--locked', '--release', '-p', 'cli', '--', 'budget']);
  if (measured === undefined) throw new Stop('The engine could not be measured: cargo run --release -p cli -- budget');
  return measured.split('\n').map((line) => {
    const [what, now, target = ''] = line.split('\t');
    return { what, now, target };
  });
}
