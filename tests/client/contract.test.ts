import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Lab } from './client.ts';
import { labWithGit } from './scenario.ts';
import { initialise } from './settings-install.ts';

/** The instruction files that the client loaded, in its first request. */
async function loaded(lab: Lab): Promise<string> {
  await lab.run(['-p', 'hello']);
  const [request] = lab.requests;
  return [request?.system, ...(request?.messages ?? []).flatMap(({ blocks }) => blocks.map(({ text }) => text))].join(
    '\n',
  );
}

function expectContract(text: string): void {
  expect(text.split('## Session chronicle')).toHaveLength(2);
  for (const words of ['USER-CORRECTION', 'name the memory file', 'log nothing']) expect(text).toContain(words);
  expect(text).not.toContain('session-chronicle:begin');
}

it('is loaded in every project when init put it into the user’s CLAUDE.md', async () => {
  const lab = await labWithGit([]);
  writeFileSync(join(lab.config, 'CLAUDE.md'), '# Mine\n\nWords of my own.\n');
  writeFileSync(join(lab.project, 'CLAUDE.md'), 'Words of the project.\n');
  initialise(lab);
  const text = await loaded(lab);
  expectContract(text);
  for (const words of ['Words of my own.', 'Words of the project.']) expect(text).toContain(words);
});
