import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { saveDecisions } from '#src/posts/drafts/decisions-file.ts';
import { readDraft, readDrafts } from '#src/posts/drafts/read-drafts.ts';
import { createDraft, saveSettings } from '#src/posts/drafts/write-draft.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import { layoutOf } from '#src/lib/paths.ts';
import { discard } from '#tests/loader/command.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const root = temporaryDirectory();

let layout = layoutOf(root);
let count = 0;
beforeEach(() => {
  layout = layoutOf(join(root, String(count++)));
});

const SETTINGS: Draft['settings'] = {
  title: 'The third: time',
  description: 'A cent was gone.',
  tags: ['claude-code', '2026'],
  series: { slug: 'cents', part: 2 },
  beats: [
    { role: 'opening', event: '3f6c0a1e#e-3fa9c1' },
    { role: 'fall', event: '3f6c0a1e#f-3fa9c1-2' },
  ],
  sources: [{ session: '3f6c0a1e', digest: 'da39a3ee' }],
  exports: [],
  published: null,
};
const RECORD = { target: 'astro', at: '2026-11-21T12:00:00Z', file: '/b/x.md', sources: 's', draft: 'd', events: [] };
const HASH = 'ab'.repeat(16);
const SALT = 'cd'.repeat(16);

const made = (slug = 'x') => createDraft(layout, { slug, settings: SETTINGS, body: 'It came back.\n' });
const at = (draft: Draft, file: string) => join(draft.directory, file);
const read = (slug = 'x') => readDraft(layout, slug);
const faults = (draft: Draft | null) =>
  draft?.problems.map(({ path, problem: { code, line, column } }) => [path.split('/').at(-1), code, line, column]);

describe('createDraft', () => {
  it('writes private files that read back the same', () => {
    const draft = made();
    expect(read()).toEqual(draft);
    expect(statSync(draft.directory).mode & 0o777).toBe(0o700);
    expect(statSync(at(draft, 'draft.yml')).mode & 0o777).toBe(0o600);
  });

  it('takes the next free name, ignoring case', () => {
    expect(['x', 'X', 'x', 'a'.repeat(80), 'a'.repeat(80)].map((slug) => made(slug).slug)).toEqual([
      'x',
      'X-2',
      'x-3',
      'a'.repeat(80),
      `${'a'.repeat(78)}-2`,
    ]);
  });

  it.each(['', '..', '../x', 'a/b', '.x', 'a'.repeat(81)])('refuses the name %j', (slug) => {
    expect(() => made(slug)).toThrow(expect.objectContaining({ code: 'CHRONICLE_BAD_SLUG' }));
  });

  it('clears leftovers of a killed process', () => {
    const left = join(layout.drafts, '.tmp/new-draft');
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, 'draft.mdx'), 'half');
    expect(made().body).toBe('It came back.\n');
    expect(readDrafts(layout).map(({ slug }) => slug)).toEqual(['x']);
  });

  it('writes nothing through a link', () => {
    const elsewhere = temporaryDirectory();
    mkdirSync(dirname(layout.drafts), { recursive: true });
    symlinkSync(elsewhere, layout.drafts);
    expect(() => made()).toThrow(expect.objectContaining({ code: 'CHRONICLE_OUTSIDE' }));
    expect(readdirSync(elsewhere)).toEqual([]);
    discard(elsewhere);
  });
});

describe('readDrafts', () => {
  it('is empty without drafts', () => {
    expect(readDrafts(layout)).toEqual([]);
    expect([read('x'), read('../x'), read('')]).toEqual([null, null, null]);
  });

  it('reads the other drafts if one is broken', () => {
    made('good');
    writeFileSync(at(made('bad'), 'draft.yml'), 'title: [a\n');
    mkdirSync(join(layout.drafts, 'empty'));
    mkdirSync(join(layout.drafts, 'no name'));
    writeFileSync(join(layout.drafts, 'file'), '');
    const [bad, empty, good, ...more] = readDrafts(layout);
    expect([bad, empty, good, ...more].map((draft) => draft?.slug)).toEqual(['bad', 'empty', 'good']);
    expect(faults(bad ?? null)).toEqual([['draft.yml', 'CHRONICLE_DRAFT_YAML', 2, 1]]);
    expect(bad?.body).toBe('It came back.\n');
    expect(faults(empty ?? null)).toEqual([
      ['draft.yml', 'CHRONICLE_DRAFT_FILE', 1, 1],
      ['draft.mdx', 'CHRONICLE_DRAFT_FILE', 1, 1],
    ]);
    expect(good?.problems).toEqual([]);
  });

  it('reports the place of each invalid setting, and uses the rest', () => {
    const text = `title: 1984
titel: x
tags: a
series: { slug: ../x, part: 1 }
beats:
  - role: middle
    event: 3f6c0a1e#e-3fa9c1
  - role: fall
    event: e-3fa9c1
  - role: turn
    event: 3f6c0a1e#e-3fa9c1
sources:
  - session: ../x
published: { url: 'javascript:alert(1)', at: 2026-11-21T12:00:00Z }
exports:
  - at: yesterday
`;
    writeFileSync(at(made(), 'draft.yml'), text);
    const draft = read();
    expect(draft?.settings).toEqual({
      ...SETTINGS,
      title: '1984',
      description: '',
      tags: [],
      series: null,
      beats: [{ role: 'turn', event: '3f6c0a1e#e-3fa9c1' }],
      sources: [],
    });
    expect(draft?.problems.map(({ problem: { line } }) => line)).toEqual([2, 3, 4, 6, 9, 13, 16, 14]);
    expect(new Set(draft?.problems.map(({ problem: { code } }) => code))).toEqual(new Set(['CHRONICLE_DRAFT_SETTING']));
  });

  it('ignores exports to unknown targets and addresses with a password', () => {
    const draft = made();
    saveSettings(draft, {
      exports: [{ ...RECORD, target: 'astra', events: [] }, RECORD],
      published: { url: 'https://me:pass@example.org/x', at: RECORD.at },
    });
    expect(faults(read())?.map(([, code]) => code)).toEqual(['CHRONICLE_DRAFT_SETTING', 'CHRONICLE_DRAFT_SETTING']);
    expect(read()?.settings).toMatchObject({ exports: [RECORD], published: null });
  });

  it('knows the places of names in its settings', () => {
    const lines = readFileSync(at(made(), 'draft.yml'), 'utf8').split('\n');
    const places = [...(read()?.places ?? [])];
    expect(places.map(([name]) => name)).toEqual(['cents', ...SETTINGS.beats.map(({ event }) => event), '3f6c0a1e']);
    for (const [name, { line, column }] of places) expect(lines[line - 1]?.slice(column - 1)).toBe(name);
  });

  it('follows no link and reads no text larger than 1 MiB', () => {
    const outside = join(root, 'outside.mdx');
    writeFileSync(outside, 'secret');
    const draft = made();
    writeFileSync(at(draft, 'draft.mdx'), 'a'.repeat(1024 * 1024 + 1));
    expect(faults(read())).toEqual([['draft.mdx', 'CHRONICLE_DRAFT_FILE', 1, 1]]);
    discard(at(draft, 'draft.mdx'));
    symlinkSync(outside, at(draft, 'draft.mdx'));
    expect(read()).toMatchObject({ body: '', problems: [{ problem: { code: 'CHRONICLE_NOT_A_FILE' } }] });
    symlinkSync(draft.directory, join(layout.drafts, 'linked'));
    const linked = read('linked');
    expect(faults(linked)).toEqual([['linked', 'CHRONICLE_DRAFT_FILE', 1, 1]]);
    expect(() => linked && saveSettings(linked, { title: 'y' })).toThrow(
      expect.objectContaining({ code: 'CHRONICLE_OUTSIDE' }),
    );
  });

  it('reports bytes that are not text', () => {
    writeFileSync(at(made(), 'draft.mdx'), Buffer.from([0x61, 0x0a, 0xe9, 0x0a]));
    expect(faults(read())).toEqual([['draft.mdx', 'CHRONICLE_NOT_UTF8', 2, 1]]);
  });
});

describe('saveSettings', () => {
  it('keeps comments and unknown keys', () => {
    const draft = made();
    const path = at(draft, 'draft.yml');
    writeFileSync(
      path,
      `# mine\nmine: 1\n${readFileSync(path, 'utf8').replace('  - role: fall', '  # best\n  - role: fall')}`,
    );
    const beats = SETTINGS.beats.map((beat) => (beat.role === 'fall' ? { ...beat, event: '77aa01bc#e-414361' } : beat));
    const saved = saveSettings(draft, { beats, series: null, published: { url: 'https://a.b/', at: RECORD.at } });
    expect(read()?.settings).toEqual(saved.settings);
    expect(saved.settings).toMatchObject({ beats, series: null });
    const text = readFileSync(path, 'utf8');
    expect(text).toMatch(/^# mine\nmine: 1\n/);
    expect(text).toContain('  # best\n  - role: fall\n    event: 77aa01bc#e-414361\n');
  });

  it('removes one beat and keeps the others', () => {
    const draft = made();
    saveSettings(draft, { beats: SETTINGS.beats.slice(1) });
    expect(read()?.settings.beats).toEqual(SETTINGS.beats.slice(1));
  });

  it('adds an export after those saved meanwhile', () => {
    const draft = made();
    saveSettings(draft, { exports: [RECORD] });
    const saved = saveSettings(draft, { exports: [{ ...RECORD, target: 'hugo' }] });
    expect(saved.settings.exports.map(({ target }) => target)).toEqual(['astro', 'hugo']);
    expect(read()?.settings).toEqual(saved.settings);
  });

  it('creates a missing file, and leaves a broken one alone', () => {
    const draft = made();
    discard(at(draft, 'draft.yml'));
    saveSettings(draft, { title: 'New' });
    expect(read()?.settings.title).toBe('New');
    writeFileSync(at(draft, 'draft.yml'), 'title: [a\n');
    expect(() => saveSettings(draft, { title: 'y' })).toThrow(
      expect.objectContaining({ code: 'CHRONICLE_DRAFT_BROKEN', message: expect.stringContaining('draft.yml:2:1') }),
    );
    expect(readFileSync(at(draft, 'draft.yml'), 'utf8')).toBe('title: [a\n');
  });

  it('keeps the mode of a file', () => {
    const draft = made();
    chmodSync(at(draft, 'draft.yml'), 0o640);
    saveSettings(draft, { title: 'y' });
    expect(statSync(at(draft, 'draft.yml')).mode & 0o777).toBe(0o640);
  });
});

describe('saveDecisions', () => {
  it('uses the salt of a new draft', () => {
    const draft = made();
    const { salt } = draft.decisions;
    expect(salt).toMatch(/^[0-9a-f]{32}$/);
    expect(read()?.decisions).toEqual({ salt, byHash: {} });
    expect(saveDecisions(draft, { salt, byHash: { [HASH]: 'keep' } })).toEqual(read());
  });

  it('writes decisions by hash below a comment, and reads them back', () => {
    const draft = saveDecisions(undecided(), { salt: SALT, byHash: { [HASH]: 'replace' } });
    expect(read()).toEqual(draft);
    expect(readFileSync(at(draft, 'redactions.yml'), 'utf8')).toMatch(
      new RegExp(`^# Decisions about findings .*\n#.*\n\nsalt: ${SALT}\ndecisions:\n  ${HASH}: replace\n$`),
    );
  });

  it('reads hashes that look like numbers', () => {
    const byHash = {
      '12345678901234567890123456789012': 'keep',
      '1e345678901234567890123456789012': 'replace',
    } as const;
    saveDecisions(undecided(), { salt: '00000000000000000000000000000007', byHash });
    expect(read()).toMatchObject({ decisions: { salt: '00000000000000000000000000000007', byHash }, problems: [] });
  });

  it('keeps decisions saved meanwhile', () => {
    const first = saveDecisions(undecided(), { salt: SALT, byHash: { [HASH]: 'replace' } });
    saveDecisions(first, { salt: SALT, byHash: { [HASH]: 'keep' } });
    const second = saveDecisions(first, { salt: SALT, byHash: { [HASH]: 'replace', ['ef'.repeat(16)]: 'leave-out' } });
    expect(second.decisions.byHash).toEqual({ [HASH]: 'keep', ['ef'.repeat(16)]: 'leave-out' });
    expect(read()?.decisions).toEqual(second.decisions);
  });

  it('refuses a salt that differs from the file', () => {
    const draft = undecided();
    saveDecisions(draft, { salt: SALT, byHash: { [HASH]: 'keep' } });
    expect(() => saveDecisions(draft, { salt: 'ee'.repeat(16), byHash: { [HASH]: 'replace' } })).toThrow(
      expect.objectContaining({ code: 'CHRONICLE_DECIDED_ELSEWHERE' }),
    );
  });

  it.each([
    [`salt: ${SALT}\ndecisions:\n  ${HASH}: perhaps\n`, 3],
    [`salt: ${SALT}\ndecisions:\n  x: keep\n`, 3],
    [`decisions:\n  ${HASH}: keep\n`, 1],
  ])('leaves the finding open in %j', (text, line) => {
    const draft = made();
    writeFileSync(at(draft, 'redactions.yml'), text);
    expect(read()?.decisions.byHash).toEqual({});
    expect(faults(read())).toEqual([['redactions.yml', 'CHRONICLE_REDACTIONS', line, expect.any(Number)]]);
    expect(existsSync(at(draft, 'draft.yml'))).toBe(true);
  });
});

/** A draft without redactions.yml. */
function undecided(): Draft {
  const draft = made();
  rmSync(at(draft, 'redactions.yml'));
  return { ...draft, decisions: { salt: '', byHash: {} } };
}
