import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MemoryBox, openMemoryBox } from './memory-box.ts';
import { TOKEN } from './export-box.ts';

const ESCAPE = String.fromCharCode(27);

let box: MemoryBox;
let drafts = '';

beforeAll(() => {
  box = openMemoryBox();
  drafts = join(box.config, 'session-chronicle/drafts');
  place('2026-08-01', '## Events\n');
  box.session('2026-08-04', '[DECISION] Count in cents', '[MEMORY-MISS] feedback_money.md: a float again');
  box.session('2026-08-05', '[ERROR] Lost a cent', '[PIVOT] Round half to even');
  box.session('2026-08-06', `[ERROR] Logged ${TOKEN}`, `[INSIGHT] ${ESCAPE}[31mred`);
});

/** A session with only this text. */
function place(date: string, body: string): void {
  const keys = `session_id: 5e551011-${date}\ndate: ${date}\nbranch: main\ntask:\nstarted: ${date}T09:00:00Z\nretro: ${date}T10:00:00Z`;
  const path = join(box.project, 'chronicle', `${date}-main.md`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `---\n${keys}\ncwd: ${box.checkout}\n---\n\n${body}`);
}

const run = (...args: string[]) => box.run('draft', ...args);
const textOf = (slug: string) => readFileSync(join(drafts, `${slug}.md`), 'utf8');

describe('chronicle draft', () => {
  it('says what to do when there are no drafts', async () => {
    const [list, none] = await Promise.all([run('list'), run('new')]);
    const first = 'To make one of the last session, run `chronicle draft new last`.\n';
    expect(list).toEqual({ code: 0, stdout: '', stderr: `No drafts yet. ${first}` });
    const needed = 'chronicle draft new needs at least one session, such as last. `chronicle list` shows them.\n';
    expect([none.code, none.stderr]).toEqual([2, needed]);
  });

  it('makes a draft of several sessions, by any of their names', async () => {
    const { code, stdout, stderr } = await run(
      ...['new', '2026-08-04-main', 'http://localhost:4321/sessions/inkwell/2026-08-05-main/#e-1', '2026-08-04-main'],
      ...['--title', 'A cent was gone'],
    );
    expect([code, stdout]).toEqual([0, `${join(drafts, 'a-cent-was-gone.md')}\n`]);
    expect(stderr).toContain('chronicle export a-cent-was-gone --to astro --out <your blog>');
    expect(textOf('a-cent-was-gone')).toMatch(
      /^---\ntitle: A cent was gone\n[\s\S]*sessions:\n {2}- 5e551011-2026-08-04\n {2}- 5e551011-2026-08-05\n---\n/,
    );
  });

  it('makes a second draft of the same sessions only under another name', async () => {
    const again = await run('new', '2026-08-05-main', '2026-08-04-main');
    expect(again).toRefuse('a-cent-was-gone is already a draft of these sessions: ');
    const other = await run('new', '2026-08-05-main', '2026-08-04-main', '--title', 'Second');
    expect([other.code, other.stdout]).toEqual([0, `${join(drafts, 'second.md')}\n`]);
  });

  it.each([
    [['new', 'lost'], 'There is no session lost.'],
    [['new', '2026-08-01-main'], 'no events, summary or narrative in inkwell/2026-08-01-main.'],
    [['show', 'second'], 'chronicle draft show is gone'],
    [['redact', 'second'], 'chronicle draft redact is now chronicle review.'],
    [['beat', 'second', 'fall', 'none'], 'chronicle draft beat is gone'],
    [['published', 'second', 'https://example.org/'], 'add the address to the front matter of the draft'],
  ])('refuses %j and changes nothing', async (args, sentence) => {
    const before = [readdirSync(drafts), textOf('second')];
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(sentence)]);
    expect(stderr).not.toContain(TOKEN);
    expect([readdirSync(drafts), textOf('second')]).toEqual(before);
  });

  it('shows no secret and no control character, in text or in JSON', async () => {
    await run('new', 'last', '--title', 'leaky');
    const all = await Promise.all([run('list'), run('list', '--json')]);
    const [list, json] = all;
    expect(JSON.parse(json.stdout)).toContainEqual(
      expect.objectContaining({ slug: 'leaky', state: 'draft', next: 'redact', open: { must: 1, review: 0 } }),
    );
    expect(list.stdout).toMatch(/^leaky +In draft +1 to decide/m);
    for (const { stdout, stderr } of all) {
      expect(stdout + stderr).not.toContain(TOKEN.slice(4));
      expect(stdout + stderr).not.toContain(ESCAPE);
    }
  });

  it('replaces a secret in the given title, and reports problems of the new draft', async () => {
    const titled = await run('new', 'last', '--title', `Titled ${TOKEN} affair`);
    expect([titled.code, textOf('titled-affair').split('---')[1]]).toEqual([0, expect.not.stringContaining(TOKEN)]);
    place('2026-08-02', `## Summary\n\nA day.\n\n### Long\n\n${'word '.repeat(25_000)}\n`);
    const { code, stderr } = await run('new', '2026-08-02-main', '--title', 'x');
    expect([code, stderr]).toEqual([0, expect.stringContaining(`${join(drafts, 'x.md')}:`)]);
    expect(stderr).toContain('Fix 1 problem before you export it.');
    for (const name of readdirSync(drafts)) if (/^(?:x|titled-affair)\./.test(name)) rmSync(join(drafts, name));
  });

  it('knows where a post was published from the front matter', async () => {
    const path = join(drafts, 'second.md');
    writeFileSync(path, textOf('second').replace('---\n', '---\npublished: https://example.org/second/\n'));
    expect((await run('list')).stdout).toMatch(/^second +Published .* https:\/\/example\.org\/second\//m);
  });

  it('reports problems with their places and shows the rest', async () => {
    const path = join(drafts, 'second.md');
    writeFileSync(path, '---\ntitle: x\n---\n\nWords.\n\n![](lifeline-c-00000000.svg)\n');
    expect((await run('list')).stderr).toContain(`${path}:7:1: `);
    writeFileSync(path, '---\ntitle: [a\n---\n\nWords.\n');
    const list = await run('list');
    expect([list.code, list.stdout]).toEqual([0, expect.stringMatching(/^a-cent-was-gone /m)]);
    expect(list.stdout).toMatch(/^second +In draft +1 problem /m);
    expect(list.stderr).toContain(`${path}:2:10: The YAML cannot be read: bad indent.`);
  });
});
