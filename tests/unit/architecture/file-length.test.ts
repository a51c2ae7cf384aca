/** A file with more than 300 lines has more than one subject. Data and what scripts write are no such files. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const MOST = 300;

/** Files that are still to be divided. Nothing may be added. */
const TOO_LONG = [
  'tests/cli/memory-apply.test.ts',
  'tests/cli/memory-reading.test.ts',
  'tests/cli/reading-commands.test.ts',
  'tests/cli/retro.test.ts',
];

const files = globSync('{bin,content-loader,hooks,scripts,site,skill,src,tests}/**/*.{ts,cjs,mjs,js,sh,astro,css}')
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/^hooks\/dist\/|^tests\/fixtures\//.test(path));

it('no source, style or test has more than 300 lines, but for those that are still to be divided', () => {
  expect(files.length).toBeGreaterThan(900);
  const long = files.filter((path) => readFileSync(path, 'utf8').split('\n').length - 1 > MOST);
  expect(long.sort()).toEqual(TOO_LONG);
});
