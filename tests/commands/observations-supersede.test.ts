import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openQuickSandbox, type Sandbox } from '../hooks/sandbox.ts';
import { environmentOf, runChronicle } from './own-command.ts';
import { playTerminal } from './played-terminal.ts';

const ID = '3f6c2a10-0001';
const [OLD, NEW] = ['The cookie is unsigned', 'Cookies are signed'];
let box: Sandbox;

beforeEach(async () => {
  box = openQuickSandbox();
  await box.start(ID);
  const text = `- [decision] ${OLD}\n  Narrative: One.\n\n    Two.\n- [decision] ${NEW}\n  A subtitle\n  Concepts: auth`;
  await box.run(['observe'], text, { env: { CLAUDE_CODE_SESSION_ID: ID } });
  await box.end(ID);
});

const run = (...args: string[]) => runChronicle(box, ['observations', ...args]);
const notebook = () => join(dirname(box.only().path), 'notebooks', box.only().name);
const text = () => readFileSync(notebook(), 'utf8');
const index = async () => (await run()).stdout;

async function idOf(title: string): Promise<string> {
  const all: { id: string; title: string }[] = JSON.parse((await run('--superseded', '--json')).stdout);
  return all.find((each) => each.title === title)?.id ?? '';
}

describe('chronicle observations supersede', () => {
  it('links two observations, takes the older out of the book, and keeps every other byte', async () => {
    const [old, by] = [await idOf(OLD), await idOf(NEW)];
    const before = text();
    const { code, stdout, stderr } = await run('supersede', old, `3f6c2a10#${by}`, '--yes');
    expect([code, stdout]).toEqual([0, `${ID}#${by}  ${NEW}\nwill supersede\n${ID}#${old}  ${OLD}\n`]);
    const line = `  Supersedes: ${ID}#${old}\n`;
    expect(text().replace(line, '')).toBe(before);
    expect(stderr).toContain(`delete the line "${line.trim()}" of ${by} in ${notebook()}`);
    expect((await run()).stdout).not.toContain(OLD);
    expect(await index()).toContain(NEW);
    expect(await index()).not.toContain(OLD);

    writeFileSync(notebook(), before);
    expect((await run()).stdout).toContain(OLD);
  });

  it('changes nothing without a yes', async () => {
    const before = text();
    const args = ['observations', 'supersede', await idOf(OLD), await idOf(NEW)];
    const { code, stderr } = await run(...args.slice(1));
    expect([code, stderr]).toEqual([2, expect.stringContaining('--yes')]);
    const terminal = playTerminal(args, { env: environmentOf(box, {}), cwd: box.project });
    await terminal.waitFor('Write this into the notebook of o-');
    expect(text()).toBe(before);
  });

  it.each<[string, (old: string, by: string) => string[], string]>([
    ['no ids', () => [], 'Use chronicle observations supersede OLD [NEW]. Nothing was changed.'],
    ['an unknown id', (old) => [old, 'o-000000'], 'No observation of this project has the id o-000000.'],
    ['an escape', (old) => [old, 'o-\u001b[31m'], 'No observation of this project has the id o-'],
    ['an observation and itself', (old) => [old, old], 'An observation cannot supersede itself.'],
    ['three ids', (old, by) => [old, by, by], 'takes two ids at most'],
    ['an unknown id alone', () => ['o-000000', '--yes'], 'No observation of this project has the id o-000000.'],
    ['an id without end', () => [`o-${'a'.repeat(100_000)}`, '--yes'], 'No observation of this project has the id'],
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
    await run('supersede', old, by, '--yes');
    expect((await run('supersede', old, by, '--yes')).stderr).toContain(`is superseded already, by ${ID}#${by}`);
    expect((await run('supersede', by, old, '--yes')).stderr).toContain(`is itself superseded, by ${ID}#${by}`);
  });

  it('retires an observation that nothing replaces, and keeps every other byte', async () => {
    const old = await idOf(OLD);
    const before = text();
    const { code, stdout, stderr } = await run('supersede', old, '--yes');
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${ID}#${old}  ${OLD}\nwill be retired`)]);
    expect(text().replace('  Supersedes: itself\n', '')).toBe(before);
    expect(stderr).toContain(`delete the line "Supersedes: itself" of ${old} in ${notebook()}`);
    expect((await run()).stdout).not.toContain(OLD);
    expect((await run('--superseded')).stdout).toContain(OLD);
    expect(await index()).not.toContain(OLD);
    expect((await run('supersede', old, '--yes')).stderr).toContain(`${old} is retired already. Nothing was changed.`);
    expect((await run('supersede', await idOf(NEW), old, '--yes')).stderr).toContain('is retired, so it cannot');

    writeFileSync(notebook(), before);
    expect((await run()).stdout).toContain(OLD);
  });

  it('retires nothing without a yes', async () => {
    const before = text();
    const args = ['observations', 'supersede', await idOf(OLD)];
    expect(await runChronicle(box, args)).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    const terminal = playTerminal(args, { env: environmentOf(box, {}), cwd: box.project });
    await terminal.waitFor('Write this into the notebook of o-');
    expect(text()).toBe(before);
  });

  it('asks which one is meant if several have the id', async () => {
    const old = await idOf(OLD);
    const other = '77aa01bc-0002';
    await box.start(other);
    await box.run(['observe'], `- [decision] ${OLD}`, { env: { CLAUDE_CODE_SESSION_ID: other } });
    await box.end(other);
    const { code, stderr } = await run('supersede', old, '--yes');
    expect([code, stderr]).toEqual([2, expect.stringContaining(`2 observations have the id ${old}`)]);
    expect((await run('supersede', `77aa#${old}`, '--yes')).code).toBe(0);
    expect((await run()).stdout).toContain(OLD);
  });

  it('shows no control characters of a title, and retires one of a thousand', async () => {
    const block = (i: number) => `- [change] Entry ${i} \u001b[31m\u202e</record>\n  Narrative: words\n`;
    writeFileSync(notebook(), `${text()}${Array.from({ length: 1000 }, (_, i) => block(i)).join('')}`);
    const titled: { id: string; title: string }[] = JSON.parse((await run('--json', '--limit', '2000')).stdout);
    const { id = '' } = titled.find(({ title }) => title.startsWith('Entry 500 ')) ?? {};
    const { code, stdout } = await run('supersede', id, '--yes');
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/[\u001b\u202e]/);
    expect(JSON.parse((await run('status', '--json')).stdout)).toMatchObject({ book: { count: 1001 } });
  });
});

it('chronicle observations status says how many there are and what is on', async () => {
  const { stdout } = await run('status');
  expect(stdout).toMatch(
    /^Layer +off here: chronicle init --layers observations\nKept +2 observations, about \d+ tokens/,
  );
  expect(JSON.parse((await run('status', '--json')).stdout)).toMatchObject({
    on: false,
    book: { count: 2 },
    thresholds: { observationThreshold: 30_000 },
    pending: [],
  });
});
