import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSandbox, type Sandbox } from '../hooks/sandbox.ts';
import { environmentOf, runChronicle } from './own-command.ts';
import { playTerminal } from './played-terminal.ts';

const ID = '3f6c2a10-0001';
const [OLD, NEW] = ['The cookie is unsigned', 'Cookies are signed'];
let box: Sandbox;

beforeEach(async () => {
  box = openSandbox();
  await box.start(ID);
  const text = `- [decision] ${OLD}\n  Narrative: One.\n\n    Two.\n- [decision] ${NEW}\n  A subtitle\n  Concepts: auth`;
  await box.run(['observe'], text, { env: { CLAUDE_CODE_SESSION_ID: ID } });
  await box.end(ID);
});

const run = (...args: string[]) => runChronicle(box, ['observations', ...args]);
const notebook = () => join(dirname(box.only().path), 'notebooks', box.only().name);
const text = () => readFileSync(notebook(), 'utf8');

async function idOf(title: string): Promise<string> {
  const all: { id: string; title: string }[] = JSON.parse((await run('--superseded', '--json')).stdout);
  return all.find((each) => each.title === title)?.id ?? '';
}

describe('chronicle observations supersede', () => {
  it('links two observations, takes the older out of the book, and keeps every other byte', async () => {
    const [old, by] = [await idOf(OLD), await idOf(NEW)];
    const before = text();
    const { code, stdout, stderr } = await run('supersede', old, '--by', `3f6c2a10#${by}`, '--yes');
    expect([code, stdout]).toEqual([0, `${ID}#${by}  ${NEW}\nwill supersede\n${ID}#${old}  ${OLD}\n`]);
    const line = `  Supersedes: ${ID}#${old}\n`;
    expect(text().replace(line, '')).toBe(before);
    expect(stderr).toContain(`delete the line "${line.trim()}" in ${notebook()}.`);
    expect((await run()).stdout).not.toContain(OLD);
    const book = readFileSync(
      join(box.state, 'index/books', `${box.project.replace(/[^A-Za-z0-9]/g, '-')}.json`),
      'utf8',
    );
    expect(book).toContain(NEW);
    expect(book).not.toContain(OLD);

    writeFileSync(notebook(), before);
    expect((await run()).stdout).toContain(OLD);
  });

  it('changes nothing without a yes', async () => {
    const before = text();
    const args = ['observations', 'supersede', await idOf(OLD), '--by', await idOf(NEW)];
    const { code, stderr } = await run(...args.slice(1));
    expect([code, stderr]).toEqual([2, expect.stringContaining('--yes')]);
    const terminal = playTerminal(args, { env: environmentOf(box, {}), cwd: box.project });
    await terminal.waitFor('Write this into the notebook of the newer one?');
    expect(text()).toBe(before);
  });

  it.each<[string, (old: string, by: string) => string[], string]>([
    ['no ids', () => [], 'Use chronicle observations supersede OLD --by NEW.'],
    ['no newer one', (old) => [old], 'chronicle forget deletes it for good. Nothing was changed.'],
    ['an unknown id', (old) => [old, '--by', 'o-000000'], 'No observation of this project has the id o-000000.'],
    ['an escape', (old) => [old, '--by', 'o-\u001b[31m'], 'No observation of this project has the id o-'],
    ['an observation and itself', (old) => [old, '--by', old], 'An observation cannot supersede itself.'],
    ['two ids', (old, by) => [old, by], 'takes one id'],
  ])('refuses %s', async (_, args, sentence) => {
    const before = text();
    const { code, stdout, stderr } = await run('supersede', ...args(await idOf(OLD), await idOf(NEW)));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('\u001b');
    expect(text()).toBe(before);
  });

  it('refuses a link that is there, and one in a circle', async () => {
    const [old, by] = [await idOf(OLD), await idOf(NEW)];
    await run('supersede', old, '--by', by, '--yes');
    expect((await run('supersede', old, '--by', by, '--yes')).stderr).toContain(
      `is superseded already, by ${ID}#${by}`,
    );
    expect((await run('supersede', by, '--by', old, '--yes')).stderr).toContain('is superseded by');
  });
});

it('chronicle observations status says how large the book is and what is on', async () => {
  const { stdout } = await run('status');
  expect(stdout).toMatch(
    /^Layer +off here: chronicle init --layers observations\nBook +2 observations, about \d+ tokens/,
  );
  expect(JSON.parse((await run('status', '--json')).stdout)).toMatchObject({
    on: false,
    book: { count: 2, superseded: 0, scopes: { local: 2 }, priorities: { P2: 2 }, types: { decision: 2 } },
    thresholds: { observationThreshold: 30_000 },
    briefings: { sessions: 0, shown: 0, used: 0 },
    pending: [],
  });
});

it('chronicle observations concepts lists the concepts in use', async () => {
  const { stdout } = await run('concepts');
  expect(stdout).toMatch(/^Concept +Observations +Last\nauth +1 +\d{4}-\d\d-\d\d\n$/);
  expect(JSON.parse((await run('concepts', '--json')).stdout)).toMatchObject([{ concept: 'auth', observations: 1 }]);
});

it('chronicle observations show prints whole records, as recall does', async () => {
  const id = await idOf(NEW);
  expect((await run('show', id)).stdout).toBe((await runChronicle(box, ['recall', id])).stdout);
});
