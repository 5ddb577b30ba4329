// From what is to be shared to the fragment of an address, and back. A fragment names the form it is in; the readers of old
// forms stay.

import type { Linked } from '../model/linked';
import * as v1 from './link_v1';
import { pack, unpack } from './packed';

/** What is wrong with a link; `field` is the part of it that cannot be read. */
export type LinkWrong =
  | { kind: 'newer'; version: number }
  | { kind: 'too-long' }
  | { kind: 'damaged' }
  | { kind: 'unreadable'; field: string };

export type LinkRead = { linked: Linked } | { wrong: LinkWrong };

const newest = 1;

export async function writeLink(linked: Linked): Promise<string> {
  return `#v${newest}.${await pack(v1.write(linked))}`;
}

export async function readLink(fragment: string): Promise<LinkRead> {
  const [, version, packed] = fragment.match(/^#?v(\d{1,6})\.(.*)$/) ?? [];
  if (version === undefined || packed === undefined) return { wrong: { kind: 'damaged' } };
  if (Number(version) > newest) return { wrong: { kind: 'newer', version: Number(version) } };
  if (Number(version) < 1) return { wrong: { kind: 'damaged' } };
  const unpacked = await unpack(packed);
  if ('wrong' in unpacked) return { wrong: { kind: unpacked.wrong } };
  const read = v1.read(unpacked.text);
  return 'linked' in read ? read : { wrong: { kind: 'unreadable', field: read.wrong } };
}
