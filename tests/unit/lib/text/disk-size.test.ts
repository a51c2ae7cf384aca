import { expect, it } from 'vitest';
import { diskSize } from '#src/lib/text/disk-size.ts';

it('uses powers of 1000, with one decimal below ten', () => {
  const sizes = [0, 999, 1000, 9949, 9950, 412_000_000, 3.2e9];
  expect(sizes.map(diskSize)).toEqual(['0 bytes', '999 bytes', '1.0 kB', '9.9 kB', '10 kB', '412 MB', '3.2 GB']);
});
