import { appendFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openArchive } from '#src/archive/archive.ts';
import { decisionsFile } from '#src/memory/decisions.ts';
import { aHistoryLine, aProposal } from '#tests/support/memory-lines.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { archiveWith, chronicleText, codesOf, open, put, until } from './archive-directory.ts';

const DIRECTORY = '-home-me-tidemark';

function line(given: object = {}): string {
  return `${JSON.stringify({ ...aHistoryLine({ id: 'l-1', file: 'feedback_a.md' }), ...given })}\n`;
}

const PROPOSALS = `${DIRECTORY}/chronicle/memory/proposals.jsonl`;

function proposal(given: object = {}): string {
  const own = { id: 'p-12150d', proposed: '2026-03-25T08:00:00Z', file: 'feedback_a.md', text: 'x' };
  return `${JSON.stringify({ ...aProposal(own), ...given })}\n`;
}

const archiveOf = (files: Record<string, string | Uint8Array>) =>
  archiveWith({ [`${DIRECTORY}/chronicle/a.md`]: chronicleText(), ...files });

describe('openArchive, on memories', () => {
  it('takes what conflict copies and other archives have once, and names the copies', () => {
    const root = archiveOf({
      [`${DIRECTORY}/chronicle/memory-ledger.jsonl`]: line(),
      [`${DIRECTORY}/chronicle/memory-ledger (conflicted copy).jsonl`]: line() + line({ id: 'l-2' }),
      [PROPOSALS]: proposal() + proposal({ id: 'p-222222' }),
      [PROPOSALS.replace('.jsonl', '.sync-conflict-20260102-120000-ABC.jsonl')]:
        proposal({ state: 'skipped', decided: '2026-03-26T08:00:00Z' }) + proposal({ id: 'p-333333' }),
      [`${DIRECTORY}/memory/feedback_a.md`]: 'A',
      [`${DIRECTORY}/memory/feedback_a (conflicted copy).md`]: 'B',
      [`${DIRECTORY}/memory/feedback_b (conflict resolution).md`]: 'A name of its own',
    });
    const backup = archiveWith({
      [`${DIRECTORY}/chronicle/memory-ledger.jsonl`]: line(),
      [`${DIRECTORY}/memory/feedback_a.md`]: 'Older',
    });
    const { memory, attention } = open([root, backup]).snapshot;
    expect(memory.changes.map(({ id }) => id)).toEqual(['l-1', 'l-2']);
    expect(memory.proposals.map(({ id, state }) => [id, state])).toEqual([
      ['p-12150d', 'skipped'],
      ['p-222222', 'open'],
      ['p-333333', 'open'],
    ]);
    expect(memory.files.map(({ file, text }) => [file, text.raw]).sort()).toEqual([
      ['feedback_a.md', 'A'],
      ['feedback_b (conflict resolution).md', 'A name of its own'],
    ]);
    expect(codesOf({ ...open([root, backup]).snapshot }).sort()).toEqual([
      'feedback_a (conflicted copy).md CHRONICLE_CONFLICT_COPY',
      'memory-ledger (conflicted copy).jsonl CHRONICLE_CONFLICT_COPY',
      'proposals.sync-conflict-20260102-120000-ABC.jsonl CHRONICLE_CONFLICT_COPY',
    ]);
    expect(attention[0]?.problem.advice).toMatch(/delete/);
  });

  it('reads every history of a project, and gives its lines the project', () => {
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

  it('lists an unusable line, and uses the others', () => {
    const lines = `${line()}{"id": 3}\n${line({ id: 'l-2', file: '../x.md' })}`;
    const { memory, attention } = open(archiveOf({ [`${DIRECTORY}/chronicle/memory-ledger.jsonl`]: lines })).snapshot;
    expect(memory.changes).toHaveLength(1);
    expect(attention.map(({ problem }) => [problem.line, problem.message])).toEqual([
      [2, expect.stringContaining('"id"')],
      [3, expect.stringContaining('"file"')],
    ]);
  });

  it('dates memory files, and leaves out the index', () => {
    const root = archiveOf({ [`${DIRECTORY}/memory/feedback_a.md`]: 'x', [`${DIRECTORY}/memory/MEMORY.md`]: 'x' });
    const early = new Date('2026-02-01T00:00:00Z');
    utimesSync(join(root, `${DIRECTORY}/memory/feedback_a.md`), early, early);
    expect(open(root).snapshot.memory.files).toMatchObject([{ file: 'feedback_a.md', fileDate: early.toISOString() }]);
  });

  it('reads the text of memories and the index with its project', () => {
    const root = archiveOf({
      [`${DIRECTORY}/memory/feedback_a.md`]: '---\nname: a\ndescription: About a.\ntype: feedback\n---\n\nDo a.\n',
      [`${DIRECTORY}/memory/MEMORY.md`]: '- [A](feedback_a.md) — About a.\n',
    });
    const { memory } = open(root).snapshot;
    expect(memory.files[0]?.text).toMatchObject({ name: 'a', type: 'feedback', body: 'Do a.', fault: null });
    const text = '- [A](feedback_a.md) — About a.\n';
    expect(memory.indexes).toMatchObject([{ project: { slug: 'tidemark' }, text }]);
  });

  it('reads proposals with their project, and lists invalid lines', () => {
    const { memory, attention } = open(archiveOf({ [PROPOSALS]: `${proposal()}nonsense\n` })).snapshot;
    expect(memory.proposals).toMatchObject([{ id: 'p-12150d', project: { slug: 'tidemark' } }]);
    expect(attention).toMatchObject([{ problem: { code: 'CHRONICLE_PROPOSAL_LINE', line: 2 } }]);
  });

  it('skips only a line that is not UTF-8', () => {
    const broken = (good: string) =>
      Buffer.concat([Buffer.from(good), Buffer.from([0x22, 0xff, 0x0a]), Buffer.from(good)]);
    const later = proposal({ id: 'p-222222', reason: 'Später.' });
    const root = archiveOf({
      [PROPOSALS]: Buffer.concat([broken(proposal({ reason: 'Für später.' })), Buffer.from(later)]),
      [`${DIRECTORY}/chronicle/memory-ledger.jsonl`]: broken(line({ session_id: 'é' })),
    });
    const { memory, attention } = open(root).snapshot;
    expect(memory.proposals.map(({ reason }) => reason)).toEqual(['Für später.', 'Später.']);
    expect(memory.changes.map((change) => change.session_id)).toEqual(['é']);
    expect(attention.map(({ problem }) => [problem.code, problem.line, problem.message]).sort()).toEqual([
      ['CHRONICLE_LEDGER_LINE', 2, expect.stringContaining('not UTF-8')],
      ['CHRONICLE_PROPOSAL_LINE', 2, expect.stringContaining('not UTF-8')],
    ]);
  });

  it('lists an unreadable memory and an unreadable index', () => {
    const root = archiveOf({
      [`${DIRECTORY}/memory/feedback_a.md`]: Buffer.from([0x61, 0xff]),
      [`${DIRECTORY}/memory/MEMORY.md`]: Buffer.from([0xff, 0x61]),
    });
    mkdirSync(join(root, `${DIRECTORY}/memory/directory.md`));
    const { memory, attention } = open(root).snapshot;
    expect(memory.files).toMatchObject([
      {
        file: 'feedback_a.md',
        text: { raw: '', isUnread: true, fault: expect.stringMatching(/^the file is not UTF-8 .*\)$/) },
      },
    ]);
    expect(memory.indexes).toMatchObject([{ text: '', fault: expect.stringContaining('not UTF-8') }]);
    expect(attention.map(({ path, problem }) => [path.split('/').at(-1), problem.code]).sort()).toEqual([
      ['MEMORY.md', 'CHRONICLE_NOT_UTF8'],
      ['directory.md', 'CHRONICLE_NOT_A_FILE'],
      ['feedback_a.md', 'CHRONICLE_NOT_UTF8'],
    ]);
  });

  it('leaves out directories without sessions', () => {
    const root = archiveOf({ '-home-me-other/chronicle/memory-ledger.jsonl': line() });
    expect(open(root).snapshot.memory).toEqual({ changes: [], files: [], indexes: [], proposals: [] });
  });

  it('watches a history and the memories', async () => {
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
  it('watches the file', async () => {
    const root = archiveOf({});
    const path = join(temporaryDirectory(), 'clusters.yml');
    const owner = { root: dirname(path), clusters: decisionsFile(path) };
    const archive = openArchive({ roots: [root], origin: 'own', watch: true, owner });
    onTestFinished(() => archive.close());
    expect(archive.snapshot.clusters).toEqual({ path, decisions: { rename: [], merge: [] } });
    writeFileSync(path, 'rename:\n  3f6c2a10#e-80a7bf: A name\n');
    await until(archive, ({ clusters }) => clusters.decisions.rename[0]?.name === 'A name');
    writeFileSync(path, 'nonsense\n');
    const unread = await until(archive, ({ attention }) => attention.length === 1);
    expect(codesOf(unread)).toEqual(['clusters.yml CHRONICLE_CLUSTERS']);
    rmSync(path);
    await until(archive, ({ attention }) => attention.length === 0);
  });
});
