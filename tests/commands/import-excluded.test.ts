/* Files of projects in excluded directories, which no import of an archive brings in. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { factsPath, notebookPath } from '#src/lib/paths.ts';
import { ArchiveBox, archiveOf, chronicle, PLACE, PROJECT, archiveRecord as record } from './archive-box.ts';

async function importing(records: readonly string[], exclude: readonly string[], home = '/home/robin') {
  const box = new ArchiveBox();
  box.put('session-chronicle/config.json', JSON.stringify({ exclude }));
  writeFileSync(join(box.checkout, 'in.jsonl'), archiveOf(records));
  const { code, stdout } = await box.runWith({ HOME: home }, 'import', 'archive', 'in.jsonl');
  const written = Object.keys(box.files()).filter((path) => path !== 'session-chronicle/config.json');
  return { code, stdout, written };
}

const of = (project: string, cwd: string) => {
  const a = `${project}/chronicle/a.md`;
  return {
    session: [
      record(a, chronicle('a').replace('task:', `cwd: ${cwd}\ntask:`)),
      record(factsPath(a), '{}', 'facts'),
      record(notebookPath(a), '---\nsession_id: a\n---\n', 'notebook'),
    ],
    ledger: record(`${project}/chronicle/memory-ledger.jsonl`, '{"id":"l-1"}\n', 'ledger'),
    others: [
      record(notebookPath(`${project}/chronicle/b.md`), '---\nsession_id: b\n---\n', 'notebook'),
      record(`${project}/chronicle/memory/proposals.jsonl`, '{"id":"p-1"}\n', 'proposals'),
      record(`${project}/memory/rule.md`, 'Obey', 'memory'),
    ],
  };
};

it.each(['/home/robin/larder', '~/larder', '/home/robin'])(
  'leaves out every file of a project that is excluded by %s',
  async (path) => {
    const { session, ledger, others } = of(PROJECT, '/home/robin/larder');
    const all = await importing([...session, ledger, ...others, record('redact.yml', '', 'redact')], [path]);
    expect(all).toMatchObject({ code: 0, written: ['session-chronicle/redact.yml'] });
    expect(all.stdout).toContain('Files skipped: 7 in excluded directories.');
    const one = await importing([ledger], [path]);
    expect(one).toMatchObject({ code: 0, written: [] });
    expect(one.stdout).toContain('Files skipped: 1 in an excluded directory.');
  },
);

it('leaves out a worktree of an excluded project', async () => {
  const { session, ledger } = of(PROJECT, '/tmp/larder-fix');
  expect(await importing([...session, ledger], ['/home/robin/larder'])).toMatchObject({ code: 0, written: [] });
});

it('brings in what lies beside an excluded directory, and a ledger of which only some sessions are excluded', async () => {
  const beside = of('-srv-a-b', '/srv/a-b');
  const { written } = await importing(
    [...beside.session, beside.ledger, of(PROJECT, '').ledger],
    ['/home/robin/lard', '/srv/a'],
  );
  expect(written).toEqual(
    expect.arrayContaining(['a.md', 'memory-ledger.jsonl'].map((name) => `projects/-srv-a-b/chronicle/${name}`)),
  );
  expect(written).toContain(`${PLACE}/memory-ledger.jsonl`);
  const { session, ledger } = of(PROJECT, '/home/robin/larder');
  const secret = record(
    `${PROJECT}/chronicle/b.md`,
    chronicle('b').replace('task:', 'cwd: /home/robin/larder/secret\ntask:'),
  );
  const some = await importing([...session, secret, ledger], ['/home/robin/larder/secret']);
  expect(some.stdout).toContain('Files skipped: 1 in an excluded directory.');
  expect(some.written).toContain(`${PLACE}/memory-ledger.jsonl`);
});
