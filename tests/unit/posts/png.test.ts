import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { lifeline } from '#src/chart/lifeline.ts';
import { standalone } from '#src/chart/standalone.ts';
import { pngOf } from '#src/posts/png.ts';
import { GT_MERGE, HOSTILE } from '#tests/unit/chart/marks.ts';

function file(name: string) {
  return standalone(lifeline({ ...GT_MERGE, name }));
}

/** Width, height and uncompressed rows of a PNG. */
function read(png: Uint8Array) {
  const buffer = Buffer.from(png);
  const parts: Buffer[] = [];
  for (let at = 8; at < buffer.length; at += 12 + buffer.readUInt32BE(at))
    if (buffer.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(buffer.subarray(at + 8, at + 8 + buffer.readUInt32BE(at)));
  return {
    signature: buffer.toString('latin1', 0, 8),
    width: buffer.readUInt32BE(16),
    height: buffer.readUInt32BE(20),
    rows: inflateSync(Buffer.concat(parts)),
  };
}

/** How many bytes of the rows are not zero: filters turn pixels that match their neighbours into zeros. */
function drawnBytes(rows: Buffer): number {
  return rows.reduce((sum, byte) => sum + (byte === 0 ? 0 : 1), 0);
}

describe('pngOf', () => {
  it('draws a file 1600 pixels wide', async () => {
    const { signature, width, height, rows } = read(await pngOf(file('Suggests gt merge')));
    expect({ signature, width, height }).toEqual({ signature: '\x89PNG\r\n\x1a\n', width: 1600, height: 360 });
    expect(drawnBytes(rows)).toBeGreaterThan(10_000);
  });

  it('ignores the width in the file', async () => {
    expect(read(await pngOf(standalone(lifeline(GT_MERGE)))).width).toBe(1600);
  });

  it('draws text', async () => {
    const [none, some, other] = await Promise.all([file(''), file('IIII'), file('WWWW')].map((svg) => pngOf(svg)));
    expect(
      none && some && other && new Set([none, some, other].map((png) => read(png).rows.toString('latin1'))).size,
    ).toBe(3);
  });

  it('is deterministic', async () => {
    expect(Buffer.compare(await pngOf(file('Same')), await pngOf(file('Same')))).toBe(0);
  });

  it('omits emoji, which its font lacks, but keeps digits that start one', async () => {
    expect(Buffer.compare(await pngOf(file('Ship 1 it 🚀👩‍💻')), await pngOf(file('Ship 1 it ')))).toBe(0);
  });

  it('draws hostile names and foreign scripts without an error', async () => {
    for (const name of [HOSTILE, '\0\x1b[31m\uFFFF\uD800', '漢字 مرحبا', 'x'.repeat(5000)])
      expect(read(await pngOf(file(name))).width).toBe(1600);
  });
});
