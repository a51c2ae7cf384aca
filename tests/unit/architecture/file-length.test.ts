/** A file with more than 300 lines has more than one subject. Data and generated files are exempt. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const MOST = 300;

const files = globSync('{bin,content-loader,hooks,scripts,site,skill,src,tests}/**/*.{ts,cjs,mjs,js,sh,astro,css}')
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/^hooks\/dist\/|^tests\/fixtures\//.test(path));

it('no source, style or test has more than 300 lines', () => {
  expect(files.length).toBeGreaterThan(900);
  const long = files.filter((path) => readFileSync(path, 'utf8').split('\n').length - 1 > MOST);
  expect(long.sort()).toEqual([]);
});
