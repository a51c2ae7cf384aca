/* A word that stands all over the sample archive: nothing of ours has it afterwards. */
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { runIn } from './run-command.ts';

const WORD = 'invoice';

/** The files below a directory that contain the word, in any case. */
function filesWith(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path, 'latin1').toLowerCase().includes(WORD));
}

it('forgets a word in every chronicle, notebook, facts file and draft of the sample', async () => {
  const config = temporaryDirectory('forget-sample');
  const sample = new URL('../fixtures/sample', import.meta.url).pathname;
  for (const folder of ['projects', 'session-chronicle'])
    cpSync(join(sample, folder), join(config, folder), { recursive: true, errorOnExist: false });
  expect(filesWith(config).length).toBeGreaterThan(3);
  const { code, stderr } = await runIn(config, 'forget', '--text', WORD, '--yes');
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stderr).toContain('Forgotten.');
  const left = filesWith(config);
  for (const path of left) expect(stderr).toContain(path);
  expect(left.filter((path) => path.includes('/chronicle/'))).toEqual([]);
});
