import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { remarks } from '#src/cli/forget/format-forgetting.ts';
import { leftPlaces } from '#src/setup/forget/left-places.ts';
import { serializeFacts } from '#src/transcript/facts.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
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
    expect(said).not.toContain('the same for everybody');
  });

  it('include exported posts with the text, in their address too, and those about a forgotten session or event', () => {
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
    const event = (name: string) => ({ kind: 'event' as const, session: 'y-session', event: name });
    expect(placesOf(event('y-session#e-222222'))).toEqual([[clean, null, 'post']]);
    expect(placesOf(event('y-session#e-333333'))).toEqual([]);
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
