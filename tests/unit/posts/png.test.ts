import { expect, it } from 'vitest';
import { lifeline } from '#src/chart/lifeline.ts';
import { standalone } from '#src/chart/standalone.ts';
import { pngOf } from '#src/posts/png.ts';
import { GT_MERGE, HOSTILE } from '#tests/unit/chart/marks.ts';

async function drawn(name: string): Promise<Buffer> {
  return Buffer.from(await pngOf(standalone(lifeline({ ...GT_MERGE, name }))));
}

/** The signature, the width and the height. */
const headOf = (png: Buffer) => [png.toString('latin1', 0, 8), png.readUInt32BE(16), png.readUInt32BE(20)];

it('draws a file 1600 pixels wide, with its text', async () => {
  const [png, other] = [await drawn('IIII'), await drawn('WWWW')];
  expect(headOf(png)).toEqual(['\x89PNG\r\n\x1a\n', 1600, 360]);
  expect(png.equals(other)).toBe(false);
});

it('omits emoji, which its font lacks, but keeps digits that start one', async () => {
  expect((await drawn('Ship 1 it 🚀👩‍💻')).equals(await drawn('Ship 1 it '))).toBe(true);
});

it.each([HOSTILE, '\0\x1b[31m\uFFFF\uD800', '漢字 مرحبا', 'x'.repeat(5000)])(
  'draws %j without an error',
  async (name) => {
    expect(headOf(await drawn(name))[1]).toBe(1600);
  },
);
