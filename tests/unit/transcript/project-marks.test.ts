import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { directoryName } from '#src/lib/directory-name.ts';
import { commandsNamedIn } from '#src/transcript/commands.ts';
import { projectMarks, remoteIn } from '#src/transcript/project-marks.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { Transcript } from '../import/transcript.ts';
import { harvestOf } from './harvester.ts';

it.each([
  ['https://mina:s3cret@git.example.org:8443/pears/shop.git', 'git.example.org/pears/shop'],
  ['git@Example.com:pears/shop.git', 'example.com/pears/shop'],
  ['ssh://git@example.com:22/pears/shop', 'example.com/pears/shop'],
  ['https://example.com/pears/shop?token=abc', ''],
  ['/srv/git/shop.git', ''],
  ['../shop', ''],
])('keeps host and path of the remote %s', (url, remote) => {
  const config = `[core]\n\tbare = false\n[remote "fork"]\n\turl = https://x.org/a\n[remote "origin"]\n\turl = ${url}\n\tfetch = +refs\n`;
  expect(remoteIn(config)).toBe(remote);
});

it('finds the commands that instructions name in fenced blocks and inline code', () => {
  const text =
    'Run `npm run check` first, see `src/a.ts`.\n```sh\n$ npm test -- --run # all\ncd web && make lint\n```\nnot this\n';
  expect(commandsNamedIn(text)).toEqual(['npm run check', 'npm test -- --run', 'cd web', 'make lint']);
});

it('notes when such a command passed, and after how many edits', () => {
  const home = temporaryDirectory('marks');
  const [checkout, projects] = [join(home, 'shop'), join(home, 'projects')];
  const memory = join(projects, directoryName(checkout), 'memory');
  for (const path of [join(checkout, '.git'), memory]) mkdirSync(path, { recursive: true });
  writeFileSync(join(checkout, '.git/HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(checkout, '.git/config'), '[remote "origin"]\n\turl = git@example.com:pears/shop.git\n');
  writeFileSync(join(checkout, 'AGENTS.md'), 'Before a commit: `npm run check`');
  writeFileSync(join(memory, 'feedback.md'), 'Always `make prices`');
  const { rules, remote } = projectMarks(checkout, projects);
  expect([[...rules.keys()], remote]).toEqual([['npm run check', 'make prices'], 'example.com/pears/shop']);
  const session = new Transcript()
    .prompt('one')
    .fails('npm run check', 'Exit code 1\nno')
    .edits('a.ts', 'a', 'b')
    .runs('npm run check && make prices')
    .edits('a.ts', 'b', 'c')
    .runs('make prices; ls')
    .call('Bash', { command: 'git commit -m "Clip the list"' }, '[main a1b2c3d] Clip the list\n 1 file changed');
  const { facts } = harvestOf(session.records, { rules, remote });
  const [check, prices] = [...rules.values()];
  expect(facts.ruleRuns?.map(({ command, edits }) => [command, edits])).toEqual([
    [check, 1],
    [prices, 1],
  ]);
  expect([facts.commits[0]?.edits, facts.head.remote]).toEqual([2, 'example.com/pears/shop']);
});
