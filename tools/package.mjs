// `npm run package` makes the npm package of the element in dist-package and packs it. Nothing is published.

import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { must, output, root, Stop, script } from './command.mjs';
import { setup } from './setup.mjs';

const folder = join(root, 'dist-package');

/** From what was built last. Gives the packed file. */
export function packElement() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  cpSync(join(root, 'dist'), folder, { recursive: true });
  for (const file of readdirSync(join(root, 'web/package'))) {
    copyFileSync(join(root, 'web/package', file), join(folder, file));
  }
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { name, ...rest } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name, version, license, ...rest }, null, 2)}\n`);
  must(process.execPath, [
    ...['node_modules/vite/bin/vite.js', 'build'],
    ...['--config', 'web/one_file.config.mjs', '--logLevel', 'warn'],
  ]);
  const packed = output('npm', ['pack', './dist-package', '--pack-destination', folder, '--json']);
  if (packed === undefined) throw new Stop('npm pack failed.');
  const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(packed);
  const mb = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
  console.log(`${filename}: ${entryCount} files, ${mb(size)} packed, ${mb(unpackedSize)} unpacked`);
  return join(folder, filename);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await script(() => {
    setup();
    build();
    packElement();
  });
}
