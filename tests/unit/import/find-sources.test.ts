import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noteForgotten } from '#src/lib/forgotten.ts';
import { findSources } from '#src/import/find-sources.ts';
import { pathsOf } from '#src/lib/paths.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

it('does not offer transcripts of forgotten sessions, which no import reads', async () => {
  const home = temporaryDirectory();
  const config = join(home, '.claude');
  mkdirSync(join(config, 'projects/-p'), { recursive: true });
  for (const session of ['one', 'two']) writeFileSync(join(config, `projects/-p/${session}.jsonl`), '{}\n');
  noteForgotten(pathsOf(config), ['two']);
  const env = {
    variables: { CLAUDE_CONFIG_DIR: config },
    home,
    cwd: home,
    now: () => new Date(),
    host: 'here',
    parentPid: 1,
  };
  const found = (await findSources(env)).filter(({ kind }) => kind === 'transcripts');
  expect(found).toMatchObject([{ counts: { transcripts: 2 }, remarks: ['1 of them has no chronicle yet.'] }]);
});
