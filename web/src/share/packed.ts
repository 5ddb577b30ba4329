// A text as the part of an address after the dot: deflated, with a checksum before it, in the letters that addresses take.
// What comes from a stranger is measured before it is unpacked and while it is.

import { hash } from './hash';

/** Characters of a packed text. */
export const PACKED = 64 * 1024;
/** Bytes of the text itself. */
export const UNPACKED = 256 * 1024;
const CHECKSUM = 4;

export type Unpacked = { text: string } | { wrong: 'too-long' | 'damaged' };

export async function pack(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const deflated = await collect(through(bytes, new CompressionStream('deflate-raw')), Number.POSITIVE_INFINITY);
  return toLetters(joined([checksum(bytes), deflated as Uint8Array]));
}

export async function unpack(letters: string): Promise<Unpacked> {
  if (letters.length > PACKED) return { wrong: 'too-long' };
  const packed = fromLetters(letters);
  if (packed === null || packed.length <= CHECKSUM) return { wrong: 'damaged' };
  try {
    const inflating = through(packed.subarray(CHECKSUM), new DecompressionStream('deflate-raw'));
    const bytes = await collect(inflating, UNPACKED);
    if (bytes === null) return { wrong: 'too-long' };
    if (checksum(bytes).some((byte, i) => byte !== packed[i])) return { wrong: 'damaged' };
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { wrong: 'damaged' };
  }
}

function checksum(bytes: Uint8Array): Uint8Array {
  const digits = hash(bytes).slice(-2 * CHECKSUM);
  return Uint8Array.from({ length: CHECKSUM }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

function through(bytes: Uint8Array, stream: GenericTransformStream): ReadableStream<Uint8Array> {
  const writer = stream.writable.getWriter();
  // What goes wrong is told to the reader as well.
  void writer.write(bytes).catch(() => {});
  void writer.close().catch(() => {});
  return stream.readable;
}

/** All that comes; null, and no more is asked for, as soon as it is too much. */
async function collect(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array | null> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(parts);
    length += value.length;
    if (length > most) {
      void reader.cancel().catch(() => {});
      return null;
    }
    parts.push(value);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** base64url without padding. */
function toLetters(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromLetters(letters: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(letters) || letters.length % 4 === 1) return null;
  const binary = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
