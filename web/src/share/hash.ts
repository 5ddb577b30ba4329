// FNV-1a, 64 bits: tells one text from another and a whole one from a damaged one. Not for adversaries: whoever wants can
// write a link that says anything, and what it says is bounded and read with care.

/** 16 hex digits. */
export function hash(of: string | Uint8Array): string {
  const bytes = typeof of === 'string' ? new TextEncoder().encode(of) : of;
  // In four pieces of 16 bits, the lowest first: a product of two stays exact. The prime is 2^40 + 0x1b3.
  let [a, b, c, d] = [0x2325, 0x8422, 0x9ce4, 0xcbf2];
  for (const byte of bytes) {
    a ^= byte;
    const [e, f] = [a, b];
    a = e * 0x1b3;
    b = f * 0x1b3 + (a >>> 16);
    // 2^40 is two pieces and eight bits further up.
    c = c * 0x1b3 + e * 0x100 + (b >>> 16);
    d = d * 0x1b3 + f * 0x100 + (c >>> 16);
    a &= 0xffff;
    b &= 0xffff;
    c &= 0xffff;
    d &= 0xffff;
  }
  return [d, c, b, a].map((piece) => piece.toString(16).padStart(4, '0')).join('');
}
