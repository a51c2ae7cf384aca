import { expect, it } from 'vitest';
import { pageRoot, requireWritable } from '#src/cli/site/page-root.ts';
import { layoutOf } from '#src/project/paths.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

// Nobody can create anything in /sys, not even root.
it.runIf(process.platform === 'linux')('says which directory is not writable, and what to do', () => {
  expect(() => pageRoot(layoutOf('/sys'))).toThrow(
    /^(?:Permission denied|Operation not permitted|The file system is read-only): \/sys\/session-chronicle\. Pages are compiled and kept there: make it writable, then run this again\. Nothing was written\.$/,
  );
});

it('creates the directory, which is writable', () => {
  const config = temporaryDirectory();
  const root = pageRoot(layoutOf(config));
  expect(root).toBe(`${config}/session-chronicle/cache/root`);
  requireWritable(root);
});
