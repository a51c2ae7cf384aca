import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { PREFETCH_RULES, THEME_SCRIPT } from '#src/lib/text/content-security-policy.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, put, TIDEMARK } from '../unit/archive/archive-directory.ts';
import { discard, type Finished, killedCommand, runCommand } from './command.ts';

const FOLDER = `projects/${TIDEMARK}/chronicle`;
const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(2)> [x](javascript:alert(3)) <b>bold</b> {1+1} \${2}`;

const hostileChronicle = `${chronicleText({
  id: 'hostile',
  branch: '"><script>alert(4)</script>',
  events: [`[ERROR] ${HOSTILE}`, `[BLOCKED] two\n  ${HOSTILE}`],
})}\n${HOSTILE}\n\n![remote](https://evil.example/x.png)\n`;

/** Everything in a page that a browser would parse as a start tag with this name. */
function elements(html: string, name: string): string[] {
  return html.match(new RegExp(`<${name}(?=[\\s/>])[^>]*>`, 'gi')) ?? [];
}

describe('chronicle build', () => {
  const config = temporaryDirectory();
  const site = join(config, 'session-chronicle/site');
  const page = (path: string) => readFileSync(join(site, path, 'index.html'), 'utf8');
  let first: Finished;

  beforeAll(async () => {
    put(config, `${FOLDER}/2026-03-24-main.md`, chronicleText());
    put(config, `${FOLDER}/2026-03-25-hostile.md`, hostileChronicle);
    put(config, `${FOLDER}/2026-03-26-broken.md`, 'no chronicle');
    first = await runCommand(config, 'build', '--strict');
  });

  it('writes a page for each session and prints where', () => {
    expect(first.stdout).toBe(`${site}\n`);
    expect(page('sessions/tidemark/2026-03-24-main')).toContain('Keep one file a session');
    expect(page('')).toContain('/sessions/tidemark/2026-03-24-main/');
    expect(existsSync(join(site, 'pagefind/indexes.json'))).toBe(true);
    expect(page('guide/tags')).toContain('</html>');
  });

  it('puts the source and the JSON of each session next to its page', () => {
    const file = (name: string) => readFileSync(join(site, 'sessions/tidemark/2026-03-25-hostile', name), 'utf8');
    expect(file('index.md')).toBe(hostileChronicle);
    expect(JSON.parse(file('index.json'))).toMatchObject({ id: 'hostile', project: 'tidemark' });
    expect(file('index.json')).not.toContain(config);
  });

  it('reports a broken file as path:line:column, and fails with --strict', () => {
    expect(first.code).toBe(1);
    const broken = join(config, FOLDER, '2026-03-26-broken.md');
    expect(first.stderr.split('\n')[0]).toBe(`${broken}:1:1: The file does not begin with front matter.`);
    expect(first.stderr).toContain('2 sessions');
    expect(page('attention')).toContain('2026-03-26-broken.md');
  });

  it('emits no chronicle text as HTML', () => {
    const hostile = page('sessions/tidemark/2026-03-25-hostile');
    expect(hostile).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    for (const html of [hostile, page(''), page('sessions')]) {
      const own = /^<script(?: type="module" src="\/_astro\/[\w.-]+")?>$/;
      expect(
        elements(
          html
            .replace(`<script>${THEME_SCRIPT}</script>`, '')
            .replace(`<script type="speculationrules">${PREFETCH_RULES}</script>`, ''),
          'script',
        ).filter((tag) => !own.test(tag)),
      ).toEqual([]);
      expect(html.split('<script>')).toHaveLength(2);
      expect([elements(html, 'img'), elements(html, 'b')]).toEqual([[], []]);
      expect(html).not.toMatch(/href="(?!https?:|\/|#|data:image\/svg|[.])/i);
      expect(html).not.toContain('src="https://evil.example');
    }
  });

  it('writes only to the state directory, readable by the owner alone', () => {
    expect(readdirSync(config).sort()).toEqual(['projects', 'session-chronicle']);
    expect(statSync(join(config, 'session-chronicle')).mode & 0o077).toBe(0);
  });

  it('leaves the last site whole if it is killed, and builds again after that, also with a broken file', async () => {
    const before = page('sessions/tidemark/2026-03-24-main');
    put(config, `${FOLDER}/2026-03-27-new.md`, chronicleText({ id: 'new', events: ['[PIVOT] Something new'] }));
    put(config, `${FOLDER}/2026-03-24-main.md`, chronicleText({ events: ['[DECISION] Said differently'] }));
    expect(
      await killedCommand(config, () => existsSync(join(config, 'session-chronicle/.site.new/index.html')), 'build'),
    ).toBe('SIGKILL');
    expect(page('sessions/tidemark/2026-03-24-main')).toBe(before);
    expect(page('')).toContain('</html>');
    const { code, stderr } = await runCommand(config, 'build', '--no-search');
    expect([code, stderr.includes('3 sessions')]).toEqual([0, true]);
    expect(page('sessions/tidemark/2026-03-27-new')).toContain('Something new');
    expect(page('sessions/tidemark/2026-03-24-main')).toContain('Said differently');
    expect(existsSync(join(site, 'pagefind'))).toBe(false);
    expect(readdirSync(join(config, 'session-chronicle'))).not.toContainEqual(expect.stringMatching(/^\.site/));
  }, 180_000);

  it('does nothing if nothing has changed, and says so; builds if a file, an option or the site has', {
    tags: 'long',
  }, async () => {
    const build = (...options: string[]) => runCommand(config, 'build', '--no-search', ...options);
    expect((await build()).code).toBe(0);
    const again = await build();
    expect(again).toMatchObject({ code: 0, stdout: `${site}\n` });
    // The tests before it add a session, unless they are left out.
    expect(again.stderr).toMatch(
      /Nothing has changed since the site was built from [23] sessions\. 1 file has problems\./,
    );
    expect(again.stderr).toContain('2026-03-26-broken.md:1:1');
    expect((await build('--strict')).code).toBe(1);
    // A page that comes out the same is the same file.
    const inode = () => statSync(join(site, 'sessions/tidemark/2026-03-25-hostile/index.html')).ino;
    const before = inode();
    put(config, `${FOLDER}/2026-03-29-broken.md`, 'no chronicle');
    expect((await build()).stderr).toContain('2 files have problems');
    expect([inode(), page('').includes('2 problems')]).toEqual([before, true]);
    for (const change of [
      () => rmSync(join(site, 'sessions/index.html')),
      () => put(config, 'session-chronicle/config.json', '{ "editor": "zed://file{path}" }'),
    ]) {
      change();
      expect((await build()).stderr).toContain('Built the site');
    }
    expect(existsSync(join(site, 'sessions/index.html'))).toBe(true);
  });

  it('does nothing the second time, though the first wrote facts and a search its index', {
    tags: 'long',
  }, async () => {
    const own = temporaryDirectory('chronicle-again-');
    const build = () => runCommand(own, 'build', '--no-search');
    put(own, `${FOLDER}/2026-03-24-main.md`, chronicleText({ id: 'grown' }));
    const said = (text: string, at: string) =>
      `${JSON.stringify({ type: 'user', sessionId: 'grown', timestamp: at, message: { role: 'user', content: text } })}\n`;
    const transcript = `projects/${TIDEMARK}/grown.jsonl`;
    put(own, transcript, said('Keep the tides', '2026-03-24T09:00:00Z'));
    expect((await build()).stderr).toContain('Built the site');
    expect(existsSync(join(own, FOLDER, 'facts/2026-03-24-main.json'))).toBe(true);
    const session = () =>
      readFileSync(join(own, 'session-chronicle/site/sessions/tidemark/2026-03-24-main/index.html'), 'utf8');
    expect(session()).toContain('Keep the tides');
    expect((await build()).stderr).toContain('Nothing has changed');
    expect((await runCommand(own, 'search', 'tides')).code).toBe(0);
    expect(existsSync(join(own, 'session-chronicle/index.sqlite'))).toBe(true);
    expect((await build()).stderr).toContain('Nothing has changed');
    put(own, transcript, said('Keep the moon', '2026-03-24T09:00:00Z') + said('And all tides', '2026-03-24T09:01:00Z'));
    expect((await build()).stderr).toContain('Built the site');
    expect(session()).toContain('Keep the moon');
    expect((await build()).stderr).toContain('Nothing has changed');
  });

  it('refuses a directory with other files, and leaves it alone', async () => {
    const out = join(config, 'mine');
    put(config, 'mine/thesis.txt', 'years of work');
    const { code, stderr, stdout } = await runCommand(config, 'build', '--out', out);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('thesis.txt');
    expect(readdirSync(out)).toEqual(['thesis.txt']);
    writeFileSync(join(site, 'CNAME'), 'notes.example');
    expect(await runCommand(config, 'build')).toMatchObject({ code: 2, stderr: expect.stringContaining('CNAME') });
    expect(page('')).toContain('</html>');
  });
});

describe('chronicle build, of little', () => {
  it('builds a folder with only broken files, and an empty one', { tags: 'long' }, async () => {
    const config = temporaryDirectory();
    mkdirSync(join(config, FOLDER), { recursive: true });
    expect((await runCommand(config, 'build')).code).toBe(0);
    const empty = readFileSync(join(config, 'session-chronicle/site/index.html'), 'utf8');
    expect(empty).toContain('Nothing recorded yet');
    expect(empty).toContain(join(config, 'projects'));

    put(config, `${FOLDER}/broken.md`, 'no chronicle');
    put(config, `${FOLDER}/bytes.md`, Uint8Array.from([0xff, 0xfe, 0, 0]));
    const out = join(config, 'out');
    const { code, stdout, stderr } = await runCommand(config, 'build', '--out', out);
    expect([code, stdout]).toEqual([0, `${out}\n`]);
    expect(stderr).toContain('2 files have problems');
    expect(readFileSync(join(out, 'attention/index.html'), 'utf8')).toContain('bytes.md');
    discard(config);
  });

  it('reports a missing config directory in one sentence', async () => {
    const config = join(temporaryDirectory(), 'absent');
    const { code, stderr } = await runCommand(config, 'build');
    expect(code).toBe(2);
    expect(stderr).toBe(
      `${config} does not exist. Either Claude Code has not run here yet, or it uses another directory: set CLAUDE_CONFIG_DIR. Nothing was written.\n`,
    );
    expect(existsSync(config)).toBe(false);
  });
});
