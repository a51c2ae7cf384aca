import { appendFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openArchive } from '../../../src/node/archive/open-archive.ts';
import { clustersFile } from '../../../src/node/clusters/clusters-file.ts';
import { chronicleText, codesOf, open, put, temporaryDirectory, until } from './archive-directory.ts';

const DIRECTORY = '-home-me-tidemark';

function line(given: object = {}): string {
  return `${JSON.stringify({
    id: 'l-1',
    at: '2026-03-25T08:00:00Z',
    source: 'retro',
    action: 'new',
    file: 'feedback_a.md',
    session_id: '3f6c2a10',
    events: [],
    before: null,
    after: 'ab',
    ...given,
  })}\n`;
}

function archiveOf(files: Record<string, string>): string {
  const root = temporaryDirectory();
  put(root, `${DIRECTORY}/chronicle/a.md`, chronicleText({ id: '3f6c2a10', cwd: '/home/me/tidemark' }));
  for (const [path, text] of Object.entries(files)) put(root, path, text);
  return root;
}

describe('openArchive, on memories', () => {
  it('reads every ledger of a project, and gives its lines the project', () => {
    const root = archiveOf({
      [`${DIRECTORY}/chronicle/memory-ledger.jsonl`]: line(),
      [`${DIRECTORY}/chronicle/memory-ledger-laptop.jsonl`]: line({ id: 'l-2', file: 'feedback_b.md' }),
    });
    const { memory } = open(root).snapshot;
    expect(memory.changes.map(({ file, project }) => `${project.slug}/${file}`).sort()).toEqual([
      'tidemark/feedback_a.md',
      'tidemark/feedback_b.md',
    ]);
  });

  it('names a line that cannot be used, and uses the others', () => {
    const root = archiveOf({
      [`${DIRECTORY}/chronicle/memory-ledger.jsonl`]: `${line()}{"id": 3}\n${line({ id: 'l-2', file: '../x.md' })}`,
    });
    const { snapshot } = open(root);
    expect(snapshot.memory.changes).toHaveLength(1);
    expect(snapshot.attention.map(({ problem }) => [problem.line, problem.message])).toEqual([
      [2, expect.stringContaining('"id"')],
      [3, expect.stringContaining('"file"')],
    ]);
  });

  it('dates memory files, and takes the index for none', () => {
    const root = archiveOf({ [`${DIRECTORY}/memory/feedback_a.md`]: 'x', [`${DIRECTORY}/memory/MEMORY.md`]: 'x' });
    const early = new Date('2026-02-01T00:00:00Z');
    utimesSync(join(root, `${DIRECTORY}/memory/feedback_a.md`), early, early);
    expect(open(root).snapshot.memory.files).toEqual([
      expect.objectContaining({ file: 'feedback_a.md', fileDate: early.toISOString() }),
    ]);
  });

  it('leaves out what belongs to no session', () => {
    const root = archiveOf({ '-home-me-other/chronicle/memory-ledger.jsonl': line() });
    expect(open(root).snapshot.memory).toEqual({ changes: [], files: [] });
  });

  it('follows a ledger and the memories', async () => {
    const root = archiveOf({ [`${DIRECTORY}/chronicle/memory-ledger.jsonl`]: line() });
    const archive = open(root, { watch: true });
    appendFileSync(join(root, `${DIRECTORY}/chronicle/memory-ledger.jsonl`), line({ id: 'l-2' }));
    await until(archive, ({ memory }) => memory.changes.length === 2);
    put(root, `${DIRECTORY}/memory/feedback_a.md`, 'x');
    await until(archive, ({ memory }) => memory.files.length === 1);
    rmSync(join(root, `${DIRECTORY}/memory`), { recursive: true });
    await until(archive, ({ memory }) => memory.files.length === 0);
  });
});

describe('openArchive, on the decisions of the owner', () => {
  it('follows the file', async () => {
    const root = archiveOf({});
    const path = join(temporaryDirectory(), 'clusters.yml');
    const archive = openArchive({ roots: [root], origin: 'own', watch: true, clusters: clustersFile(path) });
    onTestFinished(() => archive.close());
    expect(archive.snapshot.clusters).toEqual({ path, decisions: { rename: [], merge: [], split: [] } });
    writeFileSync(path, 'rename:\n  3f6c2a10#e-80a7bf: A name\n');
    await until(archive, ({ clusters }) => clusters.decisions.rename[0]?.name === 'A name');
    writeFileSync(path, 'nonsense\n');
    expect(codesOf(await until(archive, ({ attention }) => attention.length === 1))).toEqual([
      'clusters.yml CHRONICLE_CLUSTERS',
    ]);
    rmSync(path);
    await until(archive, ({ attention }) => attention.length === 0);
  });
});
