/* What undoing an import of transcripts takes out, what it keeps, and what comes in again afterwards. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { notebookPath } from '#src/lib/paths.ts';
import { updateGrown } from '#src/import/grown-sessions.ts';
import { importRuns } from '#src/import/import-run.ts';
import { aSession, HarvestBox } from '#tests/unit/import/harvest-box.ts';
import { Transcript } from '#tests/unit/import/transcript.ts';
import { runIn } from './run-command.ts';

let box: HarvestBox;
beforeEach(() => {
  box = new HarvestBox();
});

const run = (...args: string[]) => runIn(box.config, 'import', ...args);
const undo = () => run('undo', 'last', '--yes');

/** Every file of the project but transcripts, with its text. */
function files(): Record<string, string> {
  const entries = readdirSync(box.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const filePaths = entries
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.endsWith('.jsonl'));
  return Object.fromEntries(filePaths.sort().map((path) => [path, readFileSync(path, 'utf8')]));
}

/** What commands do by themselves. */
function harvestByItself(id: string) {
  const session = { id, path: join(box.chronicles, `2026-03-24-${id}.md`) };
  return updateGrown(box.env, box.paths, { sessions: [session], patience: 60_000 });
}

describe('a session that got its chronicle from the import', () => {
  beforeEach(() => {
    box.transcript('one', aSession());
  });

  it('goes with its facts, and comes in again', async () => {
    const { stdout } = await run('transcripts');
    const [{ id = '' } = {}] = importRuns(box.paths);
    expect(stdout).toContain(`To undo it, run chronicle import undo ${id}.`);
    const before = files();
    expect(Object.keys(before)).toHaveLength(2);
    expect((await run('list')).stdout).toMatch(new RegExp(`${id} .* transcripts +1 +2 +done`));
    expect((await run('undo', id, '--dry-run')).stdout).toContain('Would delete: 1 session and 1 more file.');
    expect(files()).toEqual(before);
    expect((await undo()).stderr).toContain('Undone: 1 session and 1 more file.');
    expect(readdirSync(box.folder)).toEqual(['one.jsonl']);
    expect(readdirSync(box.paths.byId)).not.toContain('one');
    expect((await undo()).stderr).toContain('There is no import to undo.');
    await run('transcripts');
    expect(Object.keys(files())).toEqual(Object.keys(before));
  });

  it('stays with its facts if somebody edited it, or noted something', async () => {
    box.transcript('two', new Transcript().prompt('Draw the tide tables'));
    await run('transcripts');
    const [edited = '', noted = ''] = Object.keys(files()).filter((path) => path.endsWith('.md'));
    appendFileSync(edited, '\nA remark.\n');
    const notebook = join(box.chronicles, 'notebooks', noted.split('/').at(-1) ?? '');
    mkdirSync(join(box.chronicles, 'notebooks'));
    writeFileSync(notebook, `---\nsession_id: ${/session_id: (.*)/.exec(readFileSync(noted, 'utf8'))?.[1]}\n---\n`);
    const before = files();
    const { stdout, stderr, code } = await undo();
    expect(stdout).toContain(`Nothing of it is left to delete.`);
    expect(stdout).toContain(`Kept: ${edited} (edited since)`);
    expect(stdout).toContain(`Kept: ${notebookPath(noted)} (made since, so its session stays)`);
    expect([stderr.trim(), code]).toEqual(['Undone: nothing was left.', 0]);
    expect(files()).toEqual(before);
  });
});

describe('a session that hooks recorded', () => {
  const OWN = '- 13:50 [DECISION] Keep one clock\n- 14:30 [PIVOT] Tests first\n';
  let before = '';
  beforeEach(() => {
    box.chronicle('one', { events: OWN });
    box.transcript('one', aSession());
    before = box.text('one');
  });

  it('keeps its chronicle and what its transcript showed', async () => {
    box.transcript('two', new Transcript().prompt('Draw the tide tables'));
    await run('transcripts');
    expect(box.text('one')).toBe(before);
    expect(box.facts('one').prompts).toHaveLength(1);
    const { stdout } = await run('undo', 'last', '--dry-run');
    expect(stdout).toContain('Would delete: 1 session and 1 more file.');
    expect(stdout).toContain('What the transcripts show of sessions that hooks recorded stays.');
    await undo();
    expect(box.text('one')).toBe(before);
    expect(box.facts('one').prompts).toHaveLength(1);
    expect(box.hasFacts('two')).toBe(false);
  });

  it('is not part of a run that only read its transcript', async () => {
    const { stdout } = await run('transcripts');
    expect(stdout).not.toContain('To undo it');
    expect(stdout).toContain('Read 1 transcript. Added what the transcripts show to 1 existing chronicle.\n');
    expect((await undo()).stderr).toContain('There is no import to undo.');
    expect(await harvestByItself('one')).toEqual({ changed: [], left: [] });
  });
});

it('has no words of a session in its record, however much came in', async () => {
  box.chronicle('one');
  box.transcript('one', aSession());
  box.transcript('two', new Transcript().prompt('Share the clock'));
  await run('transcripts');
  const [name = ''] = readdirSync(box.paths.imports);
  const record = readFileSync(join(box.paths.imports, name), 'utf8');
  expect(record).not.toMatch(/clock|Fix|share/);
  expect(record.length).toBeLessThan(2000);
  await run('transcripts');
  expect(readdirSync(box.paths.imports)).toEqual([name]);
});
