import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { remarks } from '#src/cli/forget/format-forgetting.ts';
import { leftPlaces } from '#src/setup/forget/left-places.ts';
import { serializeFacts } from '#src/transcript/facts.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { openMemoryBox } from './memory-box.ts';
import { openPlaces, session } from './open-places.ts';

describe('places that are not touched', () => {
  it('include directories of Claude Code that are named after the path of a project', () => {
    const { box, paths, plan } = openPlaces({});
    for (const name of ['-home-me-walross-quixote', '-home-me-quixote'])
      mkdirSync(join(paths.projects, name), { recursive: true });
    const further = join(box.config, 'laptop');
    mkdirSync(join(further, '-home-Walross'), { recursive: true });
    const placesOf = (text: string) => leftPlaces(paths, [paths.projects, further], plan(text));
    const named = { path: join(paths.projects, '-home-me-walross-quixote'), line: null, lines: 0, kind: 'named' };
    expect(placesOf('Walross Quixote')).toEqual([named]);
    expect(placesOf('walross')).toEqual([named, { ...named, path: join(further, '-home-Walross') }]);
    expect(remarks(plan('walross'), placesOf('walross'), 'not asked').join('\n')).toMatch(
      /Not touched: directories that Claude Code names after the path of a project.*\n.*-home-me-walross-quixote\n/,
    );
  });

  it('say what is never changed in our own files, such as the name of a project directory', () => {
    const { paths, plan } = openPlaces({});
    const facts = join(paths.projects, '-home-me-acmecorp/chronicle/facts/2026-03-24-main.json');
    mkdirSync(dirname(facts), { recursive: true });
    const transcripts = [{ file: 's.jsonl', folder: '-home-me-acmecorp', size: 1, writtenMs: 1 }];
    writeFileSync(facts, serializeFacts(someFacts({ head: { transcripts } })));
    const left = leftPlaces(paths, [paths.projects], plan('acmecorp'));
    expect(left).toContainEqual({ path: facts, line: expect.any(Number), lines: 1, kind: 'format' });
    const said = remarks(plan('acmecorp'), left, 'not asked').join('\n');
    expect(said).toContain(
      "Not touched: field names, dates, ids and the names of project directories in chronicle's own files, which it never changes.",
    );
  });

  it('include exported posts with the text, in their address too, and those about a forgotten session', () => {
    const blog = temporaryDirectory('blog');
    const post = (name: string, text: string) => {
      writeFileSync(join(blog, name), text);
      return join(blog, name);
    };
    const [named, holding] = [post('about-zebrafish.md', 'a'), post('tale.md', 'b\nA Zebrafish\n')];
    const clean = post('clean.md', 'In our own words.');
    const exported = (file: string) => ({ target: 'astro', at: '2026-09-14T12:00:00Z', file, events: [] });
    const history = (...files: string[]) => JSON.stringify({ exports: files.map(exported) }, null, 2);
    const { paths, plan } = openPlaces({
      'drafts/one.md': '---\nsessions:\n  - x-session\n---\n',
      'drafts/one.exports.json': history(named, holding, '/gone/zebrafish.md'),
      'drafts/two.md': '---\nsessions:\n  - y-session\n---\n\n> x\n> <!-- event: y-session#e-222222 -->\n',
      'drafts/two.exports.json': history(clean),
    });
    const placesOf = (target: Parameters<typeof plan>[0]) =>
      leftPlaces(paths, [paths.projects], plan(target)).map(({ path, line, kind }) => [path, line, kind]);
    expect(placesOf('zebrafish')).toEqual([
      [named, null, 'post'],
      [holding, 2, 'post'],
    ]);
    expect(placesOf(session('y-session'))).toEqual([[clean, null, 'post']]);
  });

  it('do not include installed files, and field names are listed as such', () => {
    const { box, paths, plan } = openPlaces({
      'app/hooks/dist/chronicle.cjs': 'zebrafish',
      'config.json': '{"exclude": ["/zebrafish"]}',
      'log.jsonl': '{"zebrafish":"x"}',
    });
    writeFileSync(join(box.config, 'CLAUDE.md'), 'My zebrafish\n');
    const found = leftPlaces(paths, [paths.projects], plan('zebrafish')).map(({ path, kind }) => [path, kind]);
    expect(found).toEqual([
      [join(box.config, 'CLAUDE.md'), 'other'],
      [paths.settings, 'other'],
      [paths.failureLog, 'format'],
    ]);
  });
});

const chronicle = (id: string, event: string) =>
  `---\nsession_id: ${id}\ndate: 2026-03-24\nbranch: main\ntask:\nstarted: 2026-03-24T09:00:00Z\ncwd: /home/robin/larder\nutc_offset: +00:00\n---\n\n## Events\n\n${event}\n## Summary\n`;

/** An archive of ours, and that of a laptop with a copy of one of its sessions and a session of its own. */
function openTwoArchives() {
  const box = openMemoryBox();
  const laptop = join(box.config, '../laptop');
  const put = (directory: string, name: string, text: string) => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const events = '- 10:00 [DECISION] A zebrafish\n';
  const ours = put(join(box.project, 'chronicle'), 'a.md', chronicle('11111111-a', events));
  const copy = put(join(laptop, '-home-robin-larder/chronicle'), 'a.md', chronicle('11111111-a', events));
  const theirs = put(join(laptop, '-home-robin-larder/chronicle'), 'b.md', chronicle('22222222-b', events));
  const ghost = put(join(laptop, '-home-robin-larder/chronicle'), 'c.md', chronicle('33333333-c', ''));
  const settings = { roots: [{ path: laptop, name: 'laptop' }] };
  put(join(box.config, 'session-chronicle'), 'config.json', JSON.stringify(settings));
  return { box, ours, copy, theirs, ghost };
}

const ADVICE = 'Not touched: archives that your settings name (roots), which chronicle only reads.';

describe('further archives', () => {
  it('are named for a session of the own archive, which alone is deleted', async () => {
    const { box, ours, copy, theirs } = openTwoArchives();
    const { code, stdout, stderr } = await box.run('forget', '11111111-a', '--yes');
    expect([code, existsSync(ours), existsSync(copy), existsSync(theirs)]).toEqual([0, false, true, true]);
    expect(stdout).not.toContain(copy);
    expect(stderr).toContain(`${ADVICE} Run the command on the machine that each belongs to.\n  ${copy}\n`);
  });

  it('are named for a session that only another one has, and nothing is deleted', async () => {
    const { box, ours, theirs } = openTwoArchives();
    const { code, stderr } = await box.run('forget', '22222222-b', '--yes');
    expect([code, existsSync(ours), existsSync(theirs)]).toEqual([1, true, true]);
    expect(stderr).toContain('No match in anything chronicle can change.');
    expect(stderr).toContain(`${ADVICE} Run the command on the machine that each belongs to.\n  ${theirs}\n`);
    expect(stderr).not.toContain('Forgotten.');
  });

  it('keep their empty sessions', async () => {
    const { box, ghost } = openTwoArchives();
    await box.run('forget', '--empty', '--yes');
    expect(existsSync(ghost)).toBe(true);
  });
});
