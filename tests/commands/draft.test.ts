import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MemoryBox, openMemoryBox } from './memory-box.ts';

const ESCAPE = String.fromCharCode(27);
// In parts, so that no scanner takes this file for one that leaks.
const TOKEN = `ghp_${'Ab3dE6gH9jK2mN5pQ8sT'}${'uV1wX4yZ7aB0cD3f'}`;

let box: MemoryBox;
let drafts = '';

beforeAll(() => {
  box = openMemoryBox();
  drafts = join(box.config, 'session-chronicle/drafts');
  place('2026-08-01', '## Events\n');
  box.session('2026-08-04', '[DECISION] Count in cents', '[MEMORY-MISS] feedback_money.md: a float again');
  box.session('2026-08-05', '[ERROR] Lost a cent', '[PIVOT] Round half to even');
  box.session('2026-08-06', `[ERROR] Logged ${TOKEN}`, `[INSIGHT] ${ESCAPE}[31mred`);
  writeFile(
    join(box.config, 'session-chronicle/series/cents.yml'),
    'title: Cents\nparts:\n  - title: One\n  - title: Two\n',
  );
});

/** A session with only this text. */
function place(date: string, body: string): void {
  const keys = `session_id: 5e551011-${date}\ndate: ${date}\nbranch: main\ntask:\nstarted: ${date}T09:00:00Z\nretro: ${date}T10:00:00Z`;
  const path = join(box.project, 'chronicle', `${date}-main.md`);
  writeFile(path, `---\n${keys}\ncwd: ${box.checkout}\n---\n\n${body}`);
}

function writeFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const run = (...args: string[]) => box.run('draft', ...args);
const settings = (slug: string) => readFileSync(join(drafts, slug, 'draft.yml'), 'utf8');

describe('chronicle draft', () => {
  it('says what to do when there are no drafts', async () => {
    const [list, none, missing] = await Promise.all([run('list'), run('new'), run('show', 'x')]);
    expect(list).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No drafts yet. To make one of the last session, run `chronicle draft new last`.\n',
    });
    expect([none.code, none.stderr]).toEqual([
      2,
      'chronicle draft new needs at least one session, such as last. `chronicle list` shows them.\n',
    ]);
    expect([missing.code, missing.stderr]).toEqual([
      2,
      'There is no draft x. To make one of the last session, run `chronicle draft new last`.\n',
    ]);
  });

  it('makes a draft of several sessions, by any of their names, as the next part of a series', async () => {
    const { code, stdout, stderr } = await run(
      ...['new', '2026-08-04-main', 'http://localhost:4321/sessions/inkwell/2026-08-05-main/#e-1', '2026-08-04-main'],
      ...['--title', 'A cent was gone', '--series', 'cents'],
    );
    expect([code, stdout]).toEqual([0, `${join(drafts, 'a-cent-was-gone')}\n`]);
    expect(stderr).toContain('chronicle export a-cent-was-gone --to astro --out <your blog>');
    expect(settings('a-cent-was-gone')).toContain('series:\n  slug: cents\n  part: 1\n');
    expect(settings('a-cent-was-gone').match(/session: .*/g)).toEqual([
      'session: 5e551011-2026-08-04',
      'session: 5e551011-2026-08-05',
    ]);
  });

  it('makes a second draft of the same sessions only under another name', async () => {
    const again = await run('new', '2026-08-05-main', '2026-08-04-main');
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toContain('a-cent-was-gone is already a draft of these sessions: ');
    const other = await run('new', '2026-08-05-main', '2026-08-04-main', '--slug', 'second', '--series', 'cents');
    expect([other.code, other.stdout]).toEqual([0, `${join(drafts, 'second')}\n`]);
    expect(settings('second')).toContain('part: 2\n');
  });

  it.each([
    [['new', 'last', '--series', 'x'], 'There is no series x. The only series is cents. Nothing was changed.'],
    [['new', 'last', '--slug', 'second'], 'A draft named second already exists'],
    [['new', 'last', '--slug', '../x'], 'A slug has letters'],
    [['new', 'lost'], 'There is no session lost.'],
    [['beat', 'second', 'fal', 'none'], 'Unknown beat fal. Did you mean fall? Nothing was changed.'],
    [['beat', 'second', 'fall', 'e-000000'], 'No session of second has an event e-000000.'],
    [
      ['beat', 'second', 'fall'],
      'chronicle draft beat needs a draft, a beat, and an event, or none to clear the beat.',
    ],
    [['published', 'second', 'javascript:alert(1)'], 'javascript:alert(1) is not an address'],
    [
      ['published', 'second', 'https://me:pl0ver@example.org/'],
      'The address must begin with http:// or https:// and contain no user or password. Nothing was changed.',
    ],
    [
      ['published', 'second', `https://example.org/?token=${TOKEN}`],
      'The address contains something that must not be published, such as a token. Nothing was changed.',
    ],
    [['new', 'last', '--slug', TOKEN], '--slug contains something that must not be published, such as a token'],
    [['new', '2026-08-01-main'], '/2026-08-01-main has no events, summary or narrative.'],
    [['published', 'second'], 'chronicle draft published needs a draft and the address of the post'],
    [['show', 'secnd'], 'There is no draft secnd. Did you mean second?'],
  ])('refuses %j and changes nothing', async (args, sentence) => {
    const before = [readdirSync(drafts), settings('second')];
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(new RegExp(`pl0ver|${TOKEN}`));
    expect([readdirSync(drafts), settings('second')]).toEqual(before);
  });

  it('sets beats, also from other sessions', async () => {
    expect(await run('beat', 'second', 'trouble', 'none')).toMatchObject({
      code: 0,
      stdout: 'Removed the trouble of second.\n',
    });
    const shown = JSON.parse((await run('show', 'second', '--json')).stdout);
    expect(shown.beats.map(({ role }: { role: string }) => role)).toEqual(['opening', 'fall', 'turn']);
    const [opening] = shown.beats;
    const ofSource = await run('beat', 'second', 'ending', opening.event.split('#')[1]);
    expect(ofSource.stdout).toBe(`Set the ending of second to ${opening.event}.\n`);
    const { events } = JSON.parse((await box.run('show', 'last', '--json')).stdout);
    const further = await run('beat', 'second', 'trouble', `last#${events[0].id.split('#')[1]}`);
    expect(further).toMatchObject({ code: 0, stderr: '' });
    expect(settings('second').match(/session: .*/g)).toEqual([
      'session: 5e551011-2026-08-04',
      'session: 5e551011-2026-08-05',
    ]);
    expect(settings('second').match(/role: .*/g)).toEqual([
      'role: opening',
      'role: trouble',
      'role: fall',
      'role: turn',
      'role: ending',
    ]);
  });

  it('shows no secret and no control character, in text or in JSON', async () => {
    await run('new', 'last', '--slug', 'leaky');
    const all = await Promise.all([
      run('show', 'leaky'),
      run('show', 'leaky', '--json'),
      run('list'),
      run('list', '--json'),
    ]);
    const [shown, json, list] = all;
    expect(shown.stdout).toContain('In draft. 1 finding must be decided before the draft can be exported.');
    expect(shown.stdout).toMatch(/Must be decided \(1\)\n {2}GitHub/);
    expect(JSON.parse(json.stdout)).toMatchObject({ slug: 'leaky', state: 'draft', next: 'redact', open: { must: 1 } });
    expect(list.stdout).toMatch(/^leaky +In draft +1 to decide/m);
    for (const { stdout, stderr } of all) {
      expect(stdout + stderr).not.toContain(TOKEN.slice(4));
      expect(stdout + stderr).not.toContain(ESCAPE);
    }
  });

  it('replaces a secret in the given title, and reports problems of the new draft', async () => {
    const titled = await run('new', 'last', '--slug', 'titled', '--title', `The ${TOKEN} affair`);
    expect(titled.code).toBe(0);
    expect(settings('titled')).not.toContain(TOKEN);
    rmSync(join(drafts, 'titled'), { recursive: true });
    place('2026-08-02', `## Summary\n\nA day.\n\n### Long\n\n${'word '.repeat(25_000)}\n`);
    const { code, stderr } = await run('new', '2026-08-02-main', '--slug', 'x');
    expect([code, stderr]).toEqual([0, expect.stringContaining(`${join(drafts, 'x/draft.mdx')}:1:1: `)]);
    expect(stderr).toContain('Fix 1 problem before you export it.');
    rmSync(join(drafts, 'x'), { recursive: true });
  });

  it('records where a post was published, and undoes it', async () => {
    const noted = await run('published', 'second', 'https://example.org/second/');
    expect(noted).toMatchObject({ code: 0, stdout: 'Marked second as published at https://example.org/second/.\n' });
    expect((await run('list')).stdout).toMatch(/^second +Published .* https:\/\/example\.org\/second\//m);
    await run('published', 'second', '--undo');
    expect(settings('second')).not.toContain('published');
  });

  it('reports problems with their places and shows the rest', async () => {
    writeFile(join(drafts, 'second/draft.mdx'), 'Words.\n\n<Lifline group="c-1a2b3c4d" />\n');
    const { code, stdout } = await run('show', 'second');
    expect(code).toBe(1);
    expect(stdout).toContain(`${join(drafts, 'second/draft.mdx')}:3:1: `);
    writeFile(join(drafts, 'second/draft.yml'), 'title: [a\n');
    const list = await run('list');
    expect([list.code, list.stdout]).toEqual([0, expect.stringMatching(/^a-cent-was-gone /m)]);
    expect(list.stdout).toMatch(/^second +In draft +2 problems /m);
    expect(list.stderr).toBe(`second has 2 problems. See \`chronicle draft show second\`.\n3 drafts in ${drafts}.\n`);
    const broken = await run('show', 'second');
    expect([broken.code, broken.stderr]).toEqual([1, '']);
    expect(broken.stdout).toContain('In draft. Fix 2 problems before you export it.');
    expect(broken.stdout).toContain(`${join(drafts, 'second/draft.yml')}:2:1: The YAML cannot be read: bad indent.`);
    expect((await run('show', 'a-cent-was-gone')).stdout).not.toContain('Problems');
  });
});
