import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { serializeFacts } from '#src/transcript/facts.ts';
import { draftMaterials } from '#src/posts/draft-materials.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { someFacts } from './some-facts.ts';

const env = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
const facts = someFacts({
  prompts: [['2026-09-14T08:00:00Z', 'Draw a page.']],
  commits: [],
  failures: [],
  diffs: [],
  outcome: 'Drawn.',
});
const pullRequest = { number: 3, title: 'Pages', at: '2026-09-14T08:00:00Z', prompt: 0 };

function inDirectory(root: string | null) {
  const directory = temporaryDirectory();
  const session = aSession();
  mkdirSync(`${directory}/facts`);
  const path = `${directory}/${session.name}.md`;
  return {
    session: { ...session, path, project: { ...session.project, root } },
    write: (text: string) => writeFileSync(`${directory}/facts/${session.name}.json`, text),
  };
}

it('reads the facts of a session, and the address of its repository from the remote', async () => {
  const root = temporaryDirectory();
  execFileSync('git', ['init', '-q'], { cwd: root, env });
  execFileSync('git', ['remote', 'add', 'origin', 'git@github.com:robin/nestbox.git'], { cwd: root, env });
  const { session, write } = inDirectory(root);
  write(serializeFacts(facts));
  const material = (await draftMaterials({ env }, [session])).get(session.id);
  expect(material).toEqual({ facts, repository: 'https://github.com/robin/nestbox' });
});

it('takes the repository of a pull request if the checkout is gone', async () => {
  const { session, write } = inDirectory('/nonexistent');
  write(
    serializeFacts({ ...facts, pullRequests: [{ ...pullRequest, url: 'https://github.com/robin/nestbox/pull/3' }] }),
  );
  const material = (await draftMaterials({ env }, [session])).get(session.id);
  expect(material?.repository).toBe('https://github.com/robin/nestbox');
});

it('has neither without facts, or with facts that cannot be read', async () => {
  const { session, write } = inDirectory(null);
  expect((await draftMaterials({ env }, [session])).get(session.id)).toEqual({ facts: null, repository: null });
  write('{');
  expect((await draftMaterials({ env }, [session])).get(session.id)).toEqual({ facts: null, repository: null });
});
