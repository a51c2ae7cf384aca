import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { noteForgotten } from '#src/lib/forgotten.ts';
import { factsPath, pathsOf, notebookPath } from '#src/lib/paths.ts';
import { ArchiveBox, archiveOf, chronicle, HEAD, PLACE, PROJECT, archiveRecord as record } from './archive-box.ts';

describe('chronicle import archive', () => {
  async function importing(lines: string | Buffer, box = new ArchiveBox(), ...options: string[]) {
    const file = join(box.checkout, 'in.jsonl');
    writeFileSync(file, lines);
    const { code, stdout, stderr } = await box.run('import', 'archive', file, ...options);
    return { box, code, stdout, stderr };
  }

  it.each([
    ['', 'is not an archive that chronicle export --json wrote'],
    ['{"a":1}\n', 'is not an archive'],
    ['not JSON\n', 'is not an archive'],
    ['{"format":"session-chronicle","version":2}\n', 'was written by a later version'],
    [gzipSync(HEAD), 'is packed. Unpack it with gunzip'],
  ])('refuses %j', async (lines, words) => {
    const { code, stderr, box } = await importing(lines);
    expect([code, box.files()]).toEqual([2, {}]);
    expect(stderr).toContain(words);
  });

  it.each([
    ['../evil/chronicle/a.md', 'its path is none of a chronicle'],
    [`${PROJECT}/chronicle/../../a.md`, 'its path is none'],
    ['/etc/chronicle/a.md', 'its path is none'],
    [`${PROJECT}/chronicle/.hidden.md`, 'its path is none'],
    [`${PROJECT}\\chronicle\\a.md`, 'its path is none'],
    [`${PROJECT}/memory/a.md`, 'its path is none'],
    [`${PROJECT}/chronicle/a\u0000.md`, 'its path is none'],
  ])('does not write to %j', async (path, words) => {
    const { code, stderr, box } = await importing(archiveOf([record(path, 'x')]));
    expect([code, box.files()]).toEqual([1, {}]);
    expect(stderr).toContain(`Line 2 was not imported: ${words}`);
  });

  it('names bad lines, lines that occur twice, and an end that is missing, and imports the rest', async () => {
    const path = `${PROJECT}/chronicle/a.md`;
    const good = record(path, chronicle('a'));
    const { box, code, stdout, stderr } = await importing(
      `${HEAD}{"kind":\n{"kind":"song","path":"a","text":""}\n${good}${good}${record('redact.yml', 'names: []', 'redact').slice(0, -5)}`,
    );
    expect([code, Object.keys(box.files())]).toEqual([1, [`${PLACE}/a.md`]]);
    expect(stdout).toMatch(/Imported 1 chronicle\.\n\nTo undo it, run chronicle import undo i-\w+\.\n$/);
    expect(stderr.split('\n').slice(0, 4)).toEqual([
      'Line 2 was not imported: it is not valid JSON.',
      'Line 3 was not imported: its kind is unknown: "song".',
      `Line 5 was not imported: ${path} is in it twice.`,
      'The file ends early, after 2 records: its last line is missing. The records before that were imported. Run the command again with the complete file.',
    ]);
  });

  it('keeps ours where a file differs, and names it', async () => {
    const box = new ArchiveBox();
    const line = (id: string) => `${JSON.stringify({ id })}\n`;
    box.put(`${PLACE}/ours.md`, chronicle('a', '- [ERROR] Ours\n'));
    box.put(`${PLACE}/b.md`, chronicle('b', '', '\nOurs.\n'));
    box.put(`${PLACE}/memory-ledger.jsonl`, line('l-1'));
    const before = box.files();
    const records = [
      record(`${PROJECT}/chronicle/a.md`, chronicle('a', '- [ERROR] Ours\n')),
      record(`${PROJECT}/chronicle/b.md`, chronicle('b', '', '\nTheirs.\n')),
      record(`${PROJECT}/chronicle/memory-ledger.jsonl`, line('l-2') + line('l-1'), 'ledger'),
    ];
    const { code, stdout, stderr } = await importing(archiveOf(records), box);
    expect([code, stdout]).toEqual([1, expect.stringContaining('Files that were here already: 1.')]);
    for (const name of ['b.md', 'memory-ledger.jsonl'])
      expect(stderr).toContain(`${name} differs from ${join(box.config, PLACE, name)}, which was kept.`);
    expect(box.files()).toEqual(before);
  });

  it('keeps a history that is a link, and imports the rest', async () => {
    const box = new ArchiveBox();
    box.put(`${PLACE}/other.jsonl`, '');
    symlinkSync('other.jsonl', join(box.config, PLACE, 'memory-ledger.jsonl'));
    const history = record(`${PROJECT}/chronicle/memory-ledger.jsonl`, '{"id":"l-1"}\n', 'ledger');
    const lines = archiveOf([history, record('redact.yml', '', 'redact')]);
    for (const options of [['--dry-run'], []]) {
      const { code, stderr } = await importing(lines, box, ...options);
      expect([code, stderr]).toEqual([1, expect.stringContaining('memory-ledger.jsonl, which was kept.')]);
    }
    expect([box.read(`${PLACE}/other.jsonl`), box.read('session-chronicle/redact.yml')]).toEqual(['', '']);
  });

  it('gives another session of the same name a name of its own, with what belongs to it', async () => {
    const box = new ArchiveBox();
    box.put(`${PLACE}/2026-11-02-main.md`, chronicle('a'));
    const path = `${PROJECT}/chronicle/2026-11-02-main.md`;
    const notebook = '---\nsession_id: b\n---\n\n## Focus\n\n- 10:00 A latch\n';
    const records = [
      record(path, chronicle('b')),
      record(notebookPath(path), notebook, 'notebook'),
      record(factsPath(path), '{}', 'facts'),
    ];
    expect((await importing(archiveOf(records), box)).code).toBe(0);
    expect(box.read(`${PLACE}/2026-11-02-main-2.md`)).toBe(chronicle('b'));
    expect(box.read(`${PLACE}/notebooks/2026-11-02-main-2.md`)).toBe(notebook);
    expect(box.read(`${PLACE}/facts/2026-11-02-main-2.json`)).toBe('{}');
    expect(box.read(`${PLACE}/2026-11-02-main.md`)).toBe(chronicle('a'));
  });

  it('restores no forgotten session, writes no memory, and nothing at all in a dry run', async () => {
    const box = new ArchiveBox();
    mkdirSync(join(box.config, 'session-chronicle'), { recursive: true });
    noteForgotten(pathsOf(box.config), ['a']);
    const before = box.files();
    const sessions = ['a', 'b'].map((id) => record(`${PROJECT}/chronicle/${id}.md`, chronicle(id)));
    const lines = archiveOf([...sessions, record(`${PROJECT}/memory/rule.md`, 'Obey', 'memory')]);
    expect(await importing(lines, box, '--dry-run')).toMatchObject({
      ...{ code: 0, stdout: expect.stringMatching(/^.*Would import 1 chronicle\. Nothing was changed\./) },
    });
    expect(box.files()).toEqual(before);
    const { stdout } = await importing(lines, box);
    expect(stdout).toContain('Imported 1 chronicle.');
    expect(stdout).toContain('Files skipped: 1 forgotten in whole or in part, 1 memory file, which only');
    expect(Object.keys(box.files())).toEqual([`${PLACE}/b.md`, 'session-chronicle/forgotten']);
  });

  it('is listed, and undone whole but for what was edited since', async () => {
    const box = new ArchiveBox();
    const before = box.files();
    const lines = archiveOf([
      ...['a', 'b'].map((id) => record(`${PROJECT}/chronicle/${id}.md`, chronicle(id))),
      record(notebookPath(`${PROJECT}/chronicle/b.md`), '---\nsession_id: b\n---\n', 'notebook'),
      record(`${PROJECT}/chronicle/memory-ledger.jsonl`, '{"id":"l-2"}\n', 'ledger'),
      record('drafts/tides.md', 'Tides', 'draft'),
    ]);
    await importing(lines, box);
    expect((await box.run('import', 'list')).stdout).toMatch(/archive +2 +5 +done/);
    const tree = box.tree();
    const dry = await box.run('import', 'undo', 'last', '--dry-run');
    expect(box.tree()).toEqual(tree);
    expect(dry.stdout).toContain('Would delete: 2 sessions and 3 more files.');
    box.put(`${PLACE}/notebooks/b.md`, '---\nsession_id: b\n---\n\n## Focus\n\n- 10:00 Mine\n');
    const undone = await box.run('import', 'undo', 'last', '--yes');
    expect(undone.code).toBe(0);
    expect(undone.stdout).toMatch(/notebooks\/b\.md\s+\(edited since\)/);
    const left = box.files();
    const kept = [...Object.keys(before), `${PLACE}/b.md`, `${PLACE}/notebooks/b.md`];
    expect(Object.keys(left).sort()).toEqual(kept.sort());
    expect(box.tree().filter((path) => path.startsWith('session-chronicle/drafts'))).toEqual([]);
    expect((await box.run('draft', 'list')).stdout).not.toContain('tides');
    const again = await importing(lines, box);
    expect(again.stdout).toContain('Imported 1 chronicle, 1 history and 1 file of a draft.');
  });

  it.each([
    ['a draft', [record('drafts/tides.md', 'Tides', 'draft')]],
    ['a history', [record(`${PROJECT}/chronicle/memory-ledger.jsonl`, '{"id":"l-1"}\n', 'ledger')]],
    ['proposals', [record(`${PROJECT}/chronicle/memory/proposals.jsonl`, '{"id":"p-1"}\n', 'proposals')]],
    ['notes without a chronicle', [record(notebookPath(`${PROJECT}/chronicle/a.md`), '', 'notebook')]],
  ])('leaves no directory of %s when it is undone', async (_, records) => {
    const box = new ArchiveBox();
    mkdirSync(join(box.config, 'projects'));
    mkdirSync(join(box.config, 'session-chronicle'));
    const before = box.tree();
    await importing(archiveOf(records), box);
    expect(box.tree()).not.toEqual(before);
    expect((await box.run('import', 'undo', 'last', '--yes')).code).toBe(0);
    expect(box.tree()).toEqual(before);
    expect((await box.run('draft', 'list')).stdout).not.toContain('Untitled');
  });

  it('reads a line of any length by parts', async () => {
    const long = chronicle('a', `- [ERROR] ${'é'.repeat(3_000_000)}\n`);
    const { box, code } = await importing(archiveOf([record(`${PROJECT}/chronicle/a.md`, long)]));
    expect(code).toBe(0);
    expect(Buffer.from(box.read(`${PLACE}/a.md`), 'latin1').toString()).toBe(long);
  });
});

/* Files of projects in excluded directories. */

async function excluding(records: readonly string[], exclude: readonly string[], home = '/home/robin') {
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
    history: record(`${project}/chronicle/memory-ledger.jsonl`, '{"id":"l-1"}\n', 'ledger'),
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
    const { session, history, others } = of(PROJECT, '/home/robin/larder');
    const all = await excluding([...session, history, ...others, record('redact.yml', '', 'redact')], [path]);
    expect(all).toMatchObject({ code: 0, written: ['session-chronicle/redact.yml'] });
    expect(all.stdout).toContain('Files skipped: 7 in excluded directories.');
    const one = await excluding([history], [path]);
    expect(one).toMatchObject({ code: 0, written: [] });
    expect(one.stdout).toContain('Files skipped: 1 in an excluded directory.');
  },
);

it('leaves out a worktree of an excluded project', async () => {
  const { session, history } = of(PROJECT, '/tmp/larder-fix');
  expect(await excluding([...session, history], ['/home/robin/larder'])).toMatchObject({ code: 0, written: [] });
});

it('brings in what lies beside an excluded directory, and a history of which only some sessions are excluded', async () => {
  const beside = of('-srv-a-b', '/srv/a-b');
  const records = [...beside.session, beside.history, of(PROJECT, '').history];
  const { written } = await excluding(records, ['/home/robin/lard', '/srv/a']);
  for (const name of ['a.md', 'memory-ledger.jsonl']) expect(written).toContain(`projects/-srv-a-b/chronicle/${name}`);
  expect(written).toContain(`${PLACE}/memory-ledger.jsonl`);
  const { session, history } = of(PROJECT, '/home/robin/larder');
  const below = chronicle('b').replace('task:', 'cwd: /home/robin/larder/secret\ntask:');
  const secret = record(`${PROJECT}/chronicle/b.md`, below);
  const some = await excluding([...session, secret, history], ['/home/robin/larder/secret']);
  expect(some.stdout).toContain('Files skipped: 1 in an excluded directory.');
  expect(some.written).toContain(`${PLACE}/memory-ledger.jsonl`);
});
