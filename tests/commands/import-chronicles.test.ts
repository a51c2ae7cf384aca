import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { CommandBox } from './command-box.ts';

/** As the first scripts wrote them: without quotes, a time zone or a directory. */
const chronicle = (id: string, branch: string, events: string, summary: string) =>
  `---\nsession_id: ${id}\ndate: 2026-03-24\nbranch: ${branch}\ntask: \nstarted: 2026-03-24T14:00:00Z\n---\n\n## Events\n\n${events}\n## Summary\n${summary}`;

function openOldFolder() {
  const box = new CommandBox('import-chronicles', 'checkout');
  const old = temporaryDirectory('old');
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(old, path)), { recursive: true });
    writeFileSync(join(old, path), text);
  };
  // The script replaced slashes only: Claude Code's directory has no dot.
  const folder = '-home-me-my.site_x/chronicle';
  put(`${folder}/2026-03-24-main.md`, chronicle('empty', 'main', '', 'Auto-generated: 0\n0 events\n'));
  put(
    `${folder}/2026-03-24-odd.md`,
    chronicle(
      'odd',
      '{a',
      '- 14:32 [ERROR] A heredoc\n',
      'Auto-generated: 1 events (1 error(s))\n\n## Summary\n\nWritten later.\n',
    ),
  );
  put(`${folder}/2026-03-25-next.md`, chronicle('odd', 'next', '- 14:50 [PIVOT] A file\n', ''));
  put(`${folder}/README.md`, '# Notes\n');
  put('-home-me-my.site_x/memory/rule.md', 'A rule');
  put('loose.md', chronicle('loose', 'main', '- [INSIGHT] A latch\n', ''));
  return { box, old, projects: join(box.config, 'projects') };
}

describe('chronicle import chronicles', () => {
  it('brings in what the first scripts left behind, and reads it right', async () => {
    const { box, old, projects } = openOldFolder();
    const before = readFileSync(join(old, '-home-me-my.site_x/chronicle/2026-03-24-odd.md'), 'utf8');
    const { code, stdout, stderr } = await box.run('import', 'chronicles', old);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^Read \S+ Imported 3 chronicles into the project -home-me-my-site-x\.\n\nTo undo it, run chronicle import undo i-\w+\.\n$/,
    );
    expect(stderr).toMatch(/^Skipped .*README\.md: The file does not begin with front matter\./m);
    expect(stderr).toMatch(/^Skipped .*loose\.md: its folder does not say which project it belongs to\./m);
    const folder = join(projects, '-home-me-my-site-x', 'chronicle');
    expect(readdirSync(folder).filter((name) => name.endsWith('.md'))).toHaveLength(3);
    const marked = before.replace('00Z\n---', '00Z\nimported_from: chronicle\n---');
    expect(readFileSync(join(folder, '2026-03-24-odd.md'), 'utf8')).toBe(marked);
    expect(readFileSync(join(old, '-home-me-my.site_x/chronicle/2026-03-24-odd.md'), 'utf8')).toBe(before);
    const shown = async (id: string) => JSON.parse((await box.run('show', id, '--json')).stdout);
    const odd = await shown('2026-03-24-odd');
    expect(odd.events.map(({ text }: { text: string }) => text)).toEqual(['A heredoc']);
    expect([odd.branch, odd.frontMatter.imported_from]).toEqual(['{a', 'chronicle']);
    // The script went on in another file when the branch changed.
    const next = await shown('2026-03-25-next');
    expect([next.id, next.events.map(({ text }: { text: string }) => text)]).toEqual(['odd.2', ['A file']]);
    const list = JSON.parse((await box.run('list', '--json')).stdout);
    expect(list).toHaveLength(3);
    expect((await box.run('import', 'chronicles', old)).stdout).toContain('here already: 3.');
  });

  it('takes a project, writes nothing in a dry run, and nothing twice', async () => {
    const { box, old, projects } = openOldFolder();
    const loose = join(old, 'loose.md');
    const larder = temporaryDirectory('larder');
    const folder = larder.replace(/[^a-z0-9]/gi, '-');
    const dry = await box.run('import', 'chronicles', loose, '--into', larder, '--dry-run');
    expect([dry.code, dry.stdout, existsSync(projects)]).toEqual([
      0,
      `Read ${loose}. Would import 1 chronicle into the project ${folder}. Nothing was changed.\n`,
      false,
    ]);
    await box.run('import', 'chronicles', loose, '--into', larder);
    expect(existsSync(join(projects, folder, 'chronicle/loose.md'))).toBe(true);
    expect(await box.run('import', 'chronicles', loose, '--into', larder)).toSucceed('here already: 1.');
    await box.run('import', 'chronicles', old);
    expect((await box.run('import', 'chronicles', old)).stdout).toContain('here already: 3.');
  });

  it('brings files into a known project by its name', async () => {
    const { box, old, projects } = openOldFolder();
    mkdirSync(join(projects, '-home-me-code-shop/chronicle'), { recursive: true });
    const cwd = 'cwd: /home/me/code/shop\nstarted:';
    const known = chronicle('known', 'main', '- [INSIGHT] A till\n', '').replace('started:', cwd);
    writeFileSync(join(projects, '-home-me-code-shop/chronicle/known.md'), known);
    expect(await box.run('import', 'chronicles', join(old, 'loose.md'), '--into', 'shop')).toSucceed(
      /Imported 1 chronicle into the project -home-me-code-shop\.\n/,
    );
    expect(existsSync(join(projects, '-home-me-code-shop/chronicle/loose.md'))).toBe(true);
    const near = await box.run('import', 'chronicles', join(old, 'loose.md'), '--into', 'shp');
    expect(near.stderr).toContain('Did you mean shop?');
    // The checkout is gone, but its project is known.
    const again = await box.run('import', 'chronicles', join(old, 'loose.md'), '--into', '/home/me/code/shop');
    expect(again).toSucceed('here already: 1.');
  });

  it.each(['shop', './shop', '/home/me/shop'])('refuses to make a project of --into "%s"', async (into) => {
    const { box, old, projects } = openOldFolder();
    const { code, stderr } = await box.run('import', 'chronicles', join(old, 'loose.md'), '--into', into);
    expect([code, existsSync(projects)]).toEqual([2, false]);
    expect(stderr).toContain('--into takes the name of a known project, or a directory that exists. Nothing');
  });

  it('says into which projects the files went', async () => {
    const { box, old } = openOldFolder();
    cpSync(join(old, '-home-me-my.site_x'), join(old, '-home-me-other'), { recursive: true });
    const other = join(old, '-home-me-other/chronicle/2026-03-24-main.md');
    writeFileSync(other, readFileSync(other, 'utf8').replace('empty', 'other'));
    const { stdout } = await box.run('import', 'chronicles', old);
    expect(stdout).toMatch(/ into the projects -home-me-my-site-x \(\d\) and -home-me-other \(\d\)\./);
  });

  it('says that there is nothing', async () => {
    const { box, old } = openOldFolder();
    expect(await box.run('import', 'chronicles', join(old, 'missing'))).toRefuse('missing');
    expect((await box.run('import', 'chronicles')).stdout).toContain('Nothing was found in the usual places.');
  });

  it('finds the folders that the scripts left beside those of Claude Code, and moves nothing', async () => {
    const { box, old, projects } = openOldFolder();
    cpSync(old, projects, { recursive: true });
    const listed = await box.run('import');
    expect(listed.stdout).toContain(`-home-me-my.site_x\n  4 files.\n`);
    await box.run('import', 'chronicles');
    const own = join(projects, '-home-me-my-site-x', 'chronicle');
    expect(readdirSync(own).filter((name) => name.endsWith('.md'))).toHaveLength(3);
    expect(existsSync(join(projects, '-home-me-my.site_x/chronicle/2026-03-24-odd.md'))).toBe(true);
    expect(JSON.parse((await box.run('list', '--json')).stdout)).toHaveLength(3);
    expect((await box.run('import', 'chronicles')).stdout).toContain('here already: 3.');
  });

  it('knows a copy of our own chronicles, with a secret in it', async () => {
    const { box, old, projects } = openOldFolder();
    const token = `ghp_${'k3J9xQ2mV7bT4nR8sW1zY6pL5dF0aHcE2gUi'}`;
    const path = '-home-me-shop/chronicle/own.md';
    const own = (more: string) => chronicle('own', 'main', `- [INSIGHT] The token is ${token}\n${more}`, '');
    for (const root of [projects, old]) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), own(''));
    }
    const same = await box.run('import', 'chronicles', join(old, '-home-me-shop'));
    expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining('here already: 1.'), stderr: '' });
    writeFileSync(join(old, path), own('- [PIVOT] Another\n'));
    const other = await box.run('import', 'chronicles', join(old, '-home-me-shop'));
    expect(other.code).toBe(1);
    expect(other.stdout).not.toContain('Secrets replaced');
    expect(other.stderr).toContain('which was kept.');
    expect(readFileSync(join(projects, path), 'utf8')).toBe(own(''));
  });

  it('replaces secrets, and is undone', async () => {
    const { box, old, projects } = openOldFolder();
    const token = `ghp_${'k3J9xQ2mV7bT4nR8sW1zY6pL5dF0aHcE2gUi'}`;
    writeFileSync(join(old, 'loose.md'), chronicle('loose', 'main', `- [INSIGHT] The token is ${token}\n`, ''));
    const { stdout } = await box.run('import', 'chronicles', join(old, 'loose.md'), '--into', box.checkout);
    expect(stdout).toContain('Secrets replaced in 1 file.');
    const folder = join(projects, box.checkout.replace(/[^a-z0-9]/gi, '-'));
    const path = join(folder, 'chronicle/loose.md');
    expect(readFileSync(path, 'utf8')).toMatch(/The token is (?!ghp_)\S/);
    expect((await box.run('import', 'undo', 'last', '--yes')).code).toBe(0);
    expect(existsSync(folder)).toBe(false);
  });
});
