import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { filesBelow, openQuickSandbox, type Sandbox } from './sandbox.ts';

const FIRST = '97c4cab5-8d1e-4c1b-9a52-6f1f0f8f4f11';
const SECOND = '77aa01bc-2f7d-4f0e-9d53-0e2f8f1c6a11';
const THIRD = '5b7d3a90-2c44-4e17-8a06-9f1e2d3c4b5a';
const QUESTION = 'Is the 7 % rate needed? ‹æ›';

let box: Sandbox;
let id: string;

const resolve = (word: string, session = SECOND) => box.agent(session, `note resolve ${word}`, 'no, 19 % only');

const notebooks = () =>
  filesBelow(join(box.config, 'projects'))
    .filter((path) => dirname(path).endsWith('/notebooks'))
    .map((path) => [/session_id: (\S+)/.exec(readFileSync(path, 'utf8'))?.[1] ?? '', path] as const);
const notebookOf = (session: string) => new Map(notebooks()).get(session) ?? '';
const textOf = (session: string) => readFileSync(notebookOf(session), 'utf8');

beforeEach(async () => {
  box = openQuickSandbox();
  await box.start(FIRST);
  id = (await box.agent(FIRST, 'note question', QUESTION)).stdout.split(' ')[0] ?? '';
  await box.start(SECOND);
});

describe('chronicle note resolve, for a question of an earlier session', () => {
  it.each([
    ['its id', ''],
    ['the session and its id', '97c4cab5#'],
    ['the whole id of the session', `${FIRST}#`],
  ])('answers it in the own notebook, by %s', async (_, prefix) => {
    const before = textOf(FIRST);
    expect(await resolve(`${prefix}${id}`)).toSucceed(
      /^Resolved ~~Is the 7 % rate needed\? .+~~ → no, 19 % only \(asked in session 97c4cab5\), in /,
    );
    expect(textOf(SECOND)).toMatch(/\n- \d\d:\d\d ~~Is the 7 % rate needed\? ‹æ›~~ → no, 19 % only \(\d\d:\d\d\)\n/);
    expect(textOf(FIRST)).toBe(before);
    expect((await resolve(id)).stderr).toContain('is resolved already. Nothing was written.');
    expect((await resolve(id, THIRD)).code).toBe(2);
  });

  it.each([
    ['n-000000', 'There is no open question n-000000 in this session or the project'],
    ['97c4cab5#n-000000', 'There is no open question 97c4cab5#n-000000'],
    ['ffffffff#n-000000', 'There is no open question ffffffff#n-000000'],
    ['97c4cab5#e-000000', 'Name one note by its id'],
  ])('refuses %s and says what to do', async (word, sentence) => {
    expect(await resolve(word)).toRefuse(sentence);
    expect(notebooks().map(([session]) => session)).toEqual([FIRST]);
  });
});
