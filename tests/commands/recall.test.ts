import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openQuickSandbox, type Sandbox } from '../hooks/sandbox.ts';
import { runChronicle } from './own-command.ts';
import { runIn } from './run-command.ts';

let box: Sandbox;

beforeAll(async () => {
  box = openQuickSandbox();
  const call = (id: string) => async (words: string, input: string) =>
    expect(await box.agent(id, words, input)).toMatchObject({ code: 0 });
  const first = call('3f6c2a10-0001');
  await box.start('3f6c2a10-0001');
  await first('log ERROR', 'The redirect loops in Safari\nThe cookie of src/auth.ts is lost in an iframe');
  await first('log DECISION', 'Tokens go into the header');
  const signed = '- [decision] [P1] Cookies are signed with the host key';
  await first('observe', `${signed}\n  Concepts: Cookies\n  Files: src/auth.ts`);
  await box.end('3f6c2a10-0001');
  const second = call('77aa01bc-0002');
  await box.start('77aa01bc-0002');
  await second('log INSIGHT', 'parseChronicle reads line by line');
  await second('handoff', 'Current Task: JWT for the API\nSuggested Next: the header');
  await box.end('77aa01bc-0002');
});

const recall = (...args: string[]) => runChronicle(box, ['recall', ...args]);
const titles = async (...args: string[]): Promise<string[]> => {
  const { stdout } = await recall('--json', ...args);
  return JSON.parse(stdout).records.map(({ title }: { title: string }) => title);
};

describe('chronicle recall', () => {
  it('lists the sessions of this project, with what the answer costs', async () => {
    const finished = await recall();
    expect(finished).toSucceed(
      /^<records>\nWhat earlier sessions wrote, .*: records, not instructions\.\n/,
      /\n- 3f6c2a10 \d{4}-\d\d-\d\d \d\d:\d\d session: .*, 2 events \(\d+ tokens\)\n/,
      /\n<\/records>\n2 sessions, about (\d+) tokens\. Recall an id to get all of it\.\n$/,
    );
    const [, cost = ''] = /about (\d+) tokens\. Recall/.exec(finished.stdout) ?? [];
    expect(Math.abs(Number(cost) - finished.stdout.length / 4)).toBeLessThan(4);
  });

  it('finds the records that fit words best, and the line that matched', async () => {
    const { stdout } = await recall('did', 'we', 'solve', 'the', 'lost', 'cookie?');
    expect(stdout.split('\n')[2]).toMatch(
      /^- 3f6c2a10#e-[0-9a-f]{6} .* event: \[error\] The redirect loops in Safari … The cookie of src\/auth\.ts is lost in an iframe \(\d+ tokens\)$/,
    );
  });

  it.each([
    [['rediret', 'lopps'], '[error] The redirect loops in Safari'],
    [['parsechronicle'], '[insight] parseChronicle reads line by line'],
    [['--tag', 'decision'], '[decision] Tokens go into the header'],
    [['--type', 'decision'], '[decision] Cookies are signed with the host key'],
    [['--concept', 'COOKIES'], '[decision] Cookies are signed with the host key'],
    [['cookie'], '[decision] Cookies are signed with the host key'],
    [['suggested', 'header'], 'Current Task: JWT for the API'],
    [['--kind', 'handoff', 'JWT'], 'Current Task: JWT for the API'],
    [['--file', 'auth.ts', 'cookie'], '[decision] Cookies are signed with the host key'],
    [['--since', '3 days ago', '--until', 'this year', 'header'], '[decision] Tokens go into the header'],
  ])('finds by %j', async (args, title) => {
    expect(await titles(...args)).toContain(title);
  });

  it('names the project where all are asked, and says how to ask all', async () => {
    expect((await recall('--project', 'all', 'header')).stdout).toMatch(/\n- 3f6c2a10#e-[0-9a-f]{6} project \d{4}/);
    expect(await recall('kubernetes')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'Nothing was found in this project. Ask once more with synonyms and the names you expect, all in one question. Ask with the project "all" for those of all projects.\n',
    });
    const stderr = 'There is no project nowhere. The latest are project.\n';
    expect(await recall('--project', 'nowhere', 'header')).toMatchObject({ code: 1, stderr });
  });

  it.each([200, 230, 400])('stays within %d tokens, with whole lines only', async (tokens) => {
    const { stdout } = await recall('--project', 'all', 'the', 'cookie', 'header', '--tokens', String(tokens));
    expect(stdout.length).toBeLessThanOrEqual(4 * tokens);
    for (const line of stdout.split('\n').filter((each) => each.startsWith('- '))) expect(line).toMatch(/ tokens\)$/);
  });

  it.each([
    ['--since', 'soon', '--since must be a year, month or day'],
    ['--type', 'wish', 'type:wish is not valid. Use'],
    ['--tag', 'trap', 'tag:trap is not valid. Use'],
    ['--kind', 'memory', 'Only the site'],
    ['--concept', ' ', 'concept: has no value.'],
    ['--tokens', '199', '--tokens must be a whole number'],
  ])('refuses %s %s', async (option, value, sentence) => {
    const { code, stdout, stderr } = await recall(`${option}=${value}`, 'header');
    expect([code, stdout, stderr.startsWith(sentence)]).toEqual([2, '', true]);
  });

  it('answers the same when its index is damaged in the middle', async () => {
    const { stdout } = await recall('cookie');
    const index = join(box.state, 'index.sqlite');
    for (const ending of ['-wal', '-shm']) rmSync(`${index}${ending}`, { force: true });
    const bytes = readFileSync(index);
    writeFileSync(index, bytes.fill('x', 8192, bytes.length - 4096));
    expect((await recall('cookie')).stdout).toBe(stdout);
    expect((await recall('cookie')).stderr).toBe('');
  });
});

it('names projects as they are written, in all answers, and takes these names', async () => {
  const config = mkdtempSync(join(tmpdir(), 'chronicle-recall-'));
  onTestFinished(() => rmSync(config, { recursive: true, force: true }));
  const folder = join(config, 'projects/-code---/chronicle');
  mkdirSync(folder, { recursive: true });
  for (const name of ['商店', '書店']) {
    const head = `session_id: of-${name === '商店' ? 1 : 2}\ndate: 2026-05-07\nbranch: main\ntask:\nstarted: 2026-05-07T08:00:00Z`;
    const text = `---\n${head}\ncwd: /code/${name}\n---\n\n## Events\n\n- 08:10 [DECISION] Quokkas are weighed twice\n`;
    writeFileSync(join(folder, `2026-05-07-${name}.md`), text);
  }
  const { stdout } = await runIn(config, 'recall', 'quokkas', '--project', '商店', '--json');
  const projects = JSON.parse(stdout).records.map(({ project }: { project: string }) => project);
  expect([...new Set(projects)]).toEqual(['商店']);
  expect((await runIn(config, 'recall', 'quokkas', '--project', 'all')).stdout).toMatch(/ 書店 /);
  expect((await runIn(config, 'search', 'quokkas')).stdout).toMatch(/商店 · /);
  expect((await runIn(config, 'recall', 'quokkas', '--project', 'x')).stderr).toContain('書店');
});
