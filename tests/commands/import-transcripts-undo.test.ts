/* What undoing an import of transcripts takes out, what it keeps, and what comes in again afterwards. */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { harvestGrown } from '#src/node/import/harvest-grown.ts';
import { importRuns } from '#src/node/import/sources/import-record.ts';
import { aSession, commits, HarvestBox } from '#tests/unit/import/harvest-box.ts';
import { Transcript } from '#tests/unit/import/transcript.ts';
import { runIn } from './run-command.ts';

const FIX = /\[ERROR\] Share no clock between tests/;
let box: HarvestBox;
beforeEach(() => {
  box = new HarvestBox();
});

const run = (...args: string[]) => runIn(box.config, 'import', ...args);
const undo = () => run('undo', 'last', '--yes');

/** Every file of the project but transcripts, with its text. */
function files(): Record<string, string> {
  const entries = readdirSync(box.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.endsWith('.jsonl'));
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(path, 'utf8')]));
}

/** What commands do by themselves. */
function harvestByItself(id: string) {
  const session = { id, path: join(box.chronicles, `2026-03-24-${id}.md`) };
  return harvestGrown(box.world, box.layout, { sessions: [session], patience: 60_000 });
}

describe('a session that got its chronicle from the import', () => {
  beforeEach(() => {
    box.transcript('one', aSession());
  });

  it('goes with its facts, and comes in again', async () => {
    const { stdout } = await run('transcripts');
    const [{ id = '' } = {}] = importRuns(box.layout);
    expect(stdout).toContain(`To undo it, run chronicle import undo ${id}.`);
    const before = files();
    expect(Object.keys(before)).toHaveLength(2);
    expect((await run('list')).stdout).toMatch(new RegExp(`${id} .* transcripts +1 +2 +done`));
    expect((await run('undo', id, '--dry-run')).stdout).toContain('Would delete: 1 chronicle and 1 facts file.');
    expect(files()).toEqual(before);
    expect((await undo()).stderr).toContain('Undone: 1 chronicle and 1 facts file.');
    expect(readdirSync(box.folder)).toEqual(['one.jsonl']);
    expect(readdirSync(box.layout.byId)).toEqual([]);
    expect((await undo()).stderr).toContain('There is no import last.');
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
    expect(stdout).toContain(`Kept: ${noted} (other records of the session stay)`);
    expect([stderr.trim(), code]).toEqual(['Undone: nothing was left.', 0]);
    expect(files()).toEqual(before);
  });

  it('is told by the prompt history only, and goes too', async () => {
    const line = { display: 'fix it', sessionId: '3f6c2c1e-6f0e-4c6e-8f0a-0f6f1f0f8f4f', project: '/home/ada/ledger' };
    writeFileSync(
      join(box.config, 'history.jsonl'),
      `${JSON.stringify({ ...line, timestamp: 1_751_360_400_000, pastedContents: {} })}\n`,
    );
    await run('transcripts');
    expect((await undo()).stderr).toContain('Undone: 2 chronicles and 1 facts file.');
    expect(existsSync(join(box.config, 'projects/-home-ada-ledger'))).toBe(false);
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

  it('has its bytes again, without what the transcript showed', async () => {
    await run('transcripts');
    expect(box.text('one')).toMatch(FIX);
    expect(box.facts('one').prompts).toHaveLength(1);
    expect((await run('undo', 'last', '--dry-run')).stdout).toContain(
      'Would delete: 1 event of other chronicles and 1 facts file.',
    );
    expect((await undo()).code).toBe(0);
    expect(box.text('one')).toBe(before);
    const { prompts, commits: found, head } = box.facts('one');
    expect([prompts, found, head.withdrawn]).toEqual([[], [], 'all']);
    expect(JSON.parse((await runIn(box.config, 'list', '--json')).stdout)).toMatchObject([{ facts: null }]);
  });

  it('gets nothing back by itself, and all of it with another import', async () => {
    await run('transcripts');
    const imported = box.text('one');
    await undo();
    expect(await harvestByItself('one')).toEqual({ changed: [], left: [] });
    expect((await box.harvest('one')).skipped).toBe('is unchanged');
    expect(box.text('one')).toBe(before);
    await run('transcripts');
    expect(box.text('one')).toBe(imported);
    expect(box.facts('one').head.withdrawn).toBeUndefined();
    await undo();
    expect(box.text('one')).toBe(before);
  });

  it('shows what was found once it goes on, but no event that the undo took out', async () => {
    await run('transcripts');
    await undo();
    const more = commits(
      aSession().prompt('And the queue?'),
      'fix: wait for the queue',
      'It was read too early.',
      'b1b2c3d',
    );
    box.transcript('one', more, { at: 2e9 });
    expect((await harvestByItself('one')).changed).toHaveLength(1);
    expect(box.facts('one').prompts).toHaveLength(2);
    expect(box.text('one')).toContain('Wait for the queue');
    expect(box.text('one')).not.toMatch(FIX);
    await run('transcripts');
    expect(box.text('one')).toMatch(FIX);
  });

  it('never gets an event back that somebody deleted before the undo', async () => {
    const two = commits(
      aSession().prompt('And the queue?'),
      'fix: wait for the queue',
      'It was read too early.',
      'b1b2c3d',
    );
    box.transcript('one', two.answers('Done.'));
    await run('transcripts');
    const path = join(box.chronicles, '2026-03-24-one.md');
    const lines = box.text('one').split('\n');
    const at = lines.findIndex((line) => FIX.test(line));
    const end = lines.findIndex((line, i) => i > at && !line.startsWith('  '));
    writeFileSync(path, [...lines.slice(0, at), ...lines.slice(end)].join('\n'));
    await undo();
    expect(box.text('one')).not.toContain('Wait for the queue');
    await run('transcripts');
    expect(box.text('one')).toContain('Wait for the queue');
    expect(box.text('one')).not.toMatch(FIX);
  });

  it('keeps an event that somebody edited since', async () => {
    await run('transcripts');
    const path = join(box.chronicles, '2026-03-24-one.md');
    writeFileSync(path, box.text('one').replace('Share no clock', 'Share no clocks'));
    const { stdout } = await undo();
    expect(stdout).toContain(`Kept: ${path} (1 record edited since)`);
    expect(box.text('one')).toContain('Share no clocks');
    expect(box.text('one')).toContain('[DECISION] Keep one clock');
  });

  it('keeps what an earlier harvest had added', async () => {
    await box.harvest('one');
    const harvested = box.text('one');
    const more = commits(
      aSession().prompt('And the queue?'),
      'fix: wait for the queue',
      'It was read too early.',
      'b1b2c3d',
    );
    box.transcript('one', more.answers('Done.'), { at: 1.1e9 });
    await run('transcripts');
    expect(box.text('one')).toContain('Wait for the queue');
    await undo();
    expect(box.text('one')).toBe(harvested);
    const { prompts, head } = box.facts('one');
    expect([prompts.length, head.withdrawn]).toEqual([2, 'events']);
    expect(await harvestByItself('one')).toEqual({ changed: [], left: [] });
    expect(box.text('one')).toBe(harvested);
  });
});

it('takes lines of the ledger out again', async () => {
  const file_path = join(box.folder, 'memory/feedback_clock.md');
  const wrote = { type: 'create', filePath: file_path, content: '# Clock', originalFile: null };
  box.transcript('one', aSession().call('Write', { file_path, content: '# Clock' }, 'ok', wrote));
  await run('transcripts');
  const ledger = join(box.chronicles, 'memory-ledger.jsonl');
  expect(readFileSync(ledger, 'utf8')).toContain('feedback_clock.md');
  expect((await undo()).stderr).toContain('1 line of ledgers');
  expect(existsSync(ledger) ? readFileSync(ledger, 'utf8') : '').not.toContain('feedback_clock.md');
});

it('has no words of a session in its record, however much came in', async () => {
  box.chronicle('one');
  box.transcript('one', aSession());
  box.transcript('two', aSession());
  await run('transcripts');
  const [name = ''] = readdirSync(box.layout.imports);
  const record = readFileSync(join(box.layout.imports, name), 'utf8');
  expect(record).not.toMatch(/clock|Fix|share/);
  expect(record.length).toBeLessThan(2000);
  await run('transcripts');
  expect(readdirSync(box.layout.imports)).toEqual([name]);
});
