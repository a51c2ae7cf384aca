const encoder = new TextEncoder();
// Overwritten for every block, so all calls can share it.
const schedule = new Int32Array(80);

/**
 * The SHA-1 digest of a string's UTF-8 bytes, in lower-case hex (FIPS 180-4). Used for event ids where `node:crypto` is not
 * available: in the browser and in code without imports. Not for security.
 */
export function sha1(text: string): string {
  const blocks = paddedBlocks(encoder.encode(text));
  const hash = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  for (let start = 0; start < blocks.byteLength; start += 64) {
    for (let i = 0; i < 16; i++) schedule[i] = blocks.getInt32(start + i * 4);
    for (let i = 16; i < 80; i++) {
      schedule[i] = rotate(at(schedule, i - 3) ^ at(schedule, i - 8) ^ at(schedule, i - 14) ^ at(schedule, i - 16), 1);
    }
    addBlock(hash);
  }
  return Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** The message, a one bit, zeros, and the message's length in bits, in whole blocks of 64 bytes. */
function paddedBlocks(bytes: Uint8Array): DataView {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, bytes.length << 3);
  return view;
}

function addBlock(hash: Uint32Array): void {
  const [h0 = 0, h1 = 0, h2 = 0, h3 = 0, h4 = 0] = hash;
  let a = h0;
  let b = h1;
  let c = h2;
  let d = h3;
  let e = h4;
  for (let i = 0; i < 80; i++) {
    let mix: number;
    if (i < 20) mix = ((b & c) | (~b & d)) + 0x5a827999;
    else if (i < 40) mix = (b ^ c ^ d) + 0x6ed9eba1;
    else if (i < 60) mix = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
    else mix = (b ^ c ^ d) + 0xca62c1d6;
    const next = (rotate(a, 5) + mix + e + at(schedule, i)) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  hash[0] = h0 + a;
  hash[1] = h1 + b;
  hash[2] = h2 + c;
  hash[3] = h3 + d;
  hash[4] = h4 + e;
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

function at(words: Int32Array, index: number): number {
  return words[index] ?? 0;
}

/**
 * A number of 52 bits for a text, the same everywhere. For names of places only: it is fifty times faster than SHA-1, and
 * somebody could make two texts with the same number.
 */
export function shortHash(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return (b >>> 12) * 0x1_0000_0000 + (a >>> 0);
}
