import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { remarks } from '#src/cli/forget/format-forgetting.ts';
import { serializeFacts } from '#src/transcript/facts.ts';
import type { Target } from '#src/setup/forget/file-changes.ts';
import { leftPlaces } from '#src/setup/forget/left-places.ts';
import { planForgetting } from '#src/setup/forget/plan-forgetting.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { openPlaces, SITE } from './open-places.ts';

describe('places that are not touched', () => {
  it('include directories of Claude Code that are named after the path of a project', () => {
    const { box, layout, plan } = openPlaces({});
    for (const name of ['-home-me-walross-quixote', '-home-me-quixote'])
      mkdirSync(join(layout.projects, name), { recursive: true });
    const further = join(box.config, 'laptop');
    mkdirSync(join(further, '-home-Walross'), { recursive: true });
    const placesOf = (text: string) => leftPlaces(layout, [layout.projects, further], plan(text));
    const named = { path: join(layout.projects, '-home-me-walross-quixote'), line: null, lines: 0, kind: 'named' };
    expect(placesOf('Walross Quixote')).toEqual([named]);
    expect(placesOf('walross')).toEqual([named, { ...named, path: join(further, '-home-Walross') }]);
    expect(remarks(plan('walross'), placesOf('walross'), 'not asked').join('\n')).toMatch(
      /Not touched: directories that Claude Code names after the path of a project.*\n.*-home-me-walross-quixote\n/,
    );
  });

  it('name the copies that are not searched', () => {
    const { plan } = openPlaces(SITE);
    const said = remarks(plan('hushhush'), [], 'not asked').join('\n');
    for (const copy of ['sites built with --out', 'export --json', 'copies of the archive'])
      expect(said).toContain(copy);
  });

  it('say that transcripts with a text are not read again', () => {
    const { plan } = openPlaces({});
    const left = [{ path: '/t.jsonl', line: 1, lines: 1, kind: 'transcript' as const }];
    expect(remarks(plan('hushhush'), left, 'not asked').join()).toContain('does not read these transcripts again');
    const session = { ...plan('hushhush'), target: { kind: 'session' as const, session: 's', names: [] } };
    expect(remarks(session, left, 'not asked').join()).not.toContain('does not read these transcripts again');
  });

  it('say what is never changed in our own files, such as the name of a project directory', () => {
    const { layout, plan } = openPlaces({});
    const facts = join(layout.projects, '-home-me-acmecorp/chronicle/facts/2026-03-24-main.json');
    mkdirSync(dirname(facts), { recursive: true });
    const transcripts = [{ file: 's.jsonl', folder: '-home-me-acmecorp', size: 1, writtenMs: 1 }];
    writeFileSync(facts, serializeFacts(someFacts({ head: { transcripts } })));
    const left = leftPlaces(layout, [layout.projects], plan('acmecorp'));
    expect(left).toContainEqual({ path: facts, line: expect.any(Number), lines: 1, kind: 'format' });
    const said = remarks(plan('acmecorp'), left, 'not asked').join('\n');
    expect(said).toContain(
      "Not touched: field names, dates, ids and the names of project directories in chronicle's own files, which it never changes.",
    );
    expect(said).not.toContain('the same for everybody');
  });

  it('include an exported post, even if the draft no longer names it', async () => {
    const { box, layout, plan } = openPlaces({});
    const [named, holding, clean] = ['about-zebrafish', 'tale', 'clean'].map((name) =>
      join(box.config, `../blog/${name}.md`),
    );
    const exported = (file = '', event = 'x-session#e-111111') =>
      `  - target: astro\n    at: 2026-09-14T12:00:00Z\n    file: ${file}\n    sources: abababab\n    draft: cdcdcdcd\n    events: [${event}]\n`;
    mkdirSync(dirname(named ?? ''), { recursive: true });
    for (const [path, text] of [
      [named, 'a'],
      [holding, 'b\nA Zebrafish\n'],
      [clean, 'c'],
    ] as const)
      writeFileSync(path ?? '', text);
    const exports = [
      exported(named),
      exported(holding),
      exported(clean, 'y-session#e-222222'),
      exported('/gone/zebrafish.md'),
    ];
    mkdirSync(`${layout.drafts}/post`, { recursive: true });
    writeFileSync(`${layout.drafts}/post/draft.yml`, `title: x\nexports:\n${exports.join('')}`);
    const placesOf = (planned: ReturnType<typeof plan>) =>
      leftPlaces(layout, [layout.projects], planned).map(({ path, line, kind }) => [path, line, kind]);
    const planned = plan('zebrafish');
    expect(placesOf(planned)).toEqual([
      [named, null, 'post'],
      [holding, 2, 'post'],
    ]);
    expect(remarks(planned, leftPlaces(layout, [layout.projects], planned), 'not asked').join('\n')).toContain(
      `  ${named}\n`,
    );
    const session = { kind: 'session' as const, session: 'y-session', names: [] };
    expect(placesOf(planForgetting(layout, [layout.projects], session))).toEqual([[clean, null, 'post']]);
  });

  it('include the posts of a draft about a forgotten session, even if they quote none of its events', () => {
    const { layout } = openPlaces({});
    const blog = temporaryDirectory('blog');
    const [post, other] = [join(blog, 'tale.md'), join(blog, 'other.md')];
    for (const [path, session, beat] of [
      [post, 'y-session', 'y-session#e-222222'],
      [other, 'x-session', 'x-session#e-111111'],
    ] as const) {
      writeFileSync(path, 'In our own words.');
      const draft = `${layout.drafts}/${path === post ? 'post' : 'other'}`;
      mkdirSync(draft, { recursive: true });
      writeFileSync(
        `${draft}/draft.yml`,
        `title: x\nbeats:\n  - role: turn\n    event: ${beat}\nsources:\n  - session: ${session}\n    digest: abababab\nexports:\n  - target: astro\n    at: 2026-09-14T12:00:00Z\n    file: ${path}\n    sources: abababab\n    draft: cdcdcdcd\n    events: []\n`,
      );
    }
    const placesOf = (target: Target) =>
      leftPlaces(layout, [layout.projects], planForgetting(layout, [layout.projects], target));
    const left = [{ path: post, line: null, lines: 0, kind: 'post' }];
    expect(placesOf({ kind: 'session', session: 'y-session', names: [] })).toEqual(left);
    expect(placesOf({ kind: 'event', session: 'y-session', event: 'y-session#e-222222' })).toEqual(left);
    expect(placesOf({ kind: 'event', session: 'y-session', event: 'y-session#e-333333' })).toEqual([]);
  });

  it('include the pictures of such a post, wherever exports put them', () => {
    const { box, layout, plan } = openPlaces({});
    const blog = join(box.config, '../pictured');
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(blog, path)), { recursive: true });
      writeFileSync(join(blog, path), text);
    };
    const posts = ['tale.md', 'content/posts/hugo/index.md', '_drafts/jekyll.md', 'clean.md'];
    for (const path of posts) put(path, 'nothing');
    for (const directory of ['tale', 'content/posts/hugo', 'assets/img/jekyll']) {
      put(`${directory}/lifeline.svg`, 'a\n<title>Zebrafish</title>\n');
      put(`${directory}/lifeline.png`, 'x');
    }
    put('clean/lifeline.svg', 'a');
    put('clean/lifeline.png', 'x');
    const exported = posts.map(
      (path) =>
        `  - target: astro\n    at: 2026-09-14T12:00:00Z\n    file: ${blog}/${path}\n    sources: abababab\n    draft: cdcdcdcd\n    events: [y-session#e-222222]\n`,
    );
    mkdirSync(`${layout.drafts}/post`, { recursive: true });
    writeFileSync(`${layout.drafts}/post/draft.yml`, `title: x\nexports:\n${exported.join('')}`);
    const placesOf = (planned: ReturnType<typeof plan>) =>
      leftPlaces(layout, [layout.projects], planned).map(({ path, line, kind }) => [path, line, kind]);
    expect(placesOf(plan('zebrafish'))).toEqual(
      ['tale', 'content/posts/hugo', 'assets/img/jekyll'].flatMap((directory) => [
        [`${blog}/${directory}/lifeline.svg`, 2, 'post'],
        [`${blog}/${directory}/lifeline.png`, null, 'picture'],
      ]),
    );
    const session = { kind: 'session' as const, session: 'y-session', names: [] };
    const whole = placesOf(planForgetting(layout, [layout.projects], session));
    expect(whole).toContainEqual([`${blog}/clean/lifeline.png`, null, 'picture']);
  });

  it('do not include installed files, and field names are listed as such', () => {
    const { box, layout, plan } = openPlaces({
      'app/hooks/dist/cli.mjs': 'zebrafish',
      'log.jsonl': '{"zebrafish_":"zebrafish"}',
    });
    const digest = (text: string) => createHash('sha256').update(text).digest('hex');
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(box.config, path)), { recursive: true });
      writeFileSync(join(box.config, path), text);
      return join(box.config, path);
    };
    const contract = put('CLAUDE.md', '<!-- session-chronicle:begin -->\nzebrafish\n<!-- session-chronicle:end -->\n');
    const [skill, own] = ['SKILL.md', 'own.md'].map((name) => put(`skills/session-retro/${name}`, 'zebrafish'));
    const file = { path: contract, before: null, after: '', backup: null };
    const made = { path: dirname(skill ?? ''), files: { 'SKILL.md': digest('zebrafish'), 'own.md': digest('other') } };
    const entry = {
      scope: 'user',
      root: null,
      version: '1',
      at: '',
      settings: file,
      skills: [made],
      contract: file,
      import: null,
      made: [],
    };
    writeFileSync(layout.install, JSON.stringify([entry]));
    const proposals = put('projects/-p/chronicle/memory/proposals.jsonl', '{"state":"skipped"}\n');
    const placesOf = (text: string) =>
      leftPlaces(layout, [layout.projects], plan(text)).map(({ path, kind }) => [path, kind]);
    expect(placesOf('zebrafish')).toEqual([[own, 'other']]);
    expect(placesOf('skipped')).toEqual([[proposals, 'format']]);
    writeFileSync(contract, 'My zebrafish\n');
    expect(placesOf('zebrafish')).toEqual([
      [contract, 'other'],
      [own, 'other'],
    ]);
  });
});
