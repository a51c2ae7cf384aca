import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { pathsOf } from '#src/lib/paths.ts';
import { type Draft, draftFile, NO_HISTORY } from '#src/posts/draft.ts';
import {
  besideDraft,
  createDraft,
  editHistory,
  readDraft,
  readDrafts,
  remakeDraft,
  saveDecisions,
} from '#src/posts/draft-files.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const root = temporaryDirectory();
let paths = pathsOf(root);
let count = 0;
beforeEach(() => {
  paths = pathsOf(join(root, String(count++)));
});

const HASH = 'ab'.repeat(16);
const SALT = 'cd'.repeat(16);
const TEXT = draftFile({ title: 'A cent', sessions: ['3f6c0a1e'] }, 'It came back.\n');

const made = (slug = 'x') => createDraft(paths, { slug, text: TEXT, history: NO_HISTORY });
const read = (slug = 'x') => readDraft(paths, slug);
const decisionsOf = (draft: Draft) => besideDraft(draft, '.redactions.yml');
const faults = (draft: Draft | null) =>
  draft?.problems.map(({ path, problem: { code, line } }) => [path.split('/').at(-1), code, line]);
const refusal = (code: string) => expect.objectContaining({ code });

describe('createDraft', () => {
  it('writes private files that read back the same', () => {
    const draft = made();
    expect(read()).toEqual(draft);
    expect(statSync(paths.drafts).mode & 0o777).toBe(0o700);
    expect(statSync(draft.path).mode & 0o777).toBe(0o600);
    expect(draft.decisions.salt).toMatch(/^[0-9a-f]{32}$/);
  });

  it('takes the next free name, ignoring case', () => {
    expect(['x', 'X', 'x', 'a'.repeat(80), 'a'.repeat(80)].map((slug) => made(slug).slug)).toEqual([
      ...['x', 'X-2', 'x-3', 'a'.repeat(80), `${'a'.repeat(78)}-2`],
    ]);
  });

  it('makes only one of the same sessions, if that is asked for', () => {
    const text = draftFile({ title: 'x', sessions: ['session-1', 'session-2'] }, 'One.\n');
    const twice = [1, 2].map(() => createDraft(paths, { slug: 'x', text, history: NO_HISTORY }, { only: true }).slug);
    expect(twice).toEqual(['x', 'x']);
  });

  it.each(['', '..', '../x', 'a/b', '.x', 'nul.txt', 'a'.repeat(81)])('refuses the name %j', (slug) => {
    expect(() => made(slug)).toThrow(refusal('CHRONICLE_BAD_SLUG'));
  });

  it('writes nothing through a link', () => {
    const elsewhere = temporaryDirectory();
    mkdirSync(dirname(paths.drafts), { recursive: true });
    symlinkSync(elsewhere, paths.drafts);
    expect(() => made()).toThrow(refusal('CHRONICLE_OUTSIDE'));
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

describe('readDrafts', () => {
  it('is empty without drafts', () => {
    expect([readDrafts(paths), read('x'), read('../x'), read('')]).toEqual([[], null, null, null]);
  });

  it('reads the other drafts if one is broken, and no link, large file or bytes that are no text', () => {
    made('good');
    writeFileSync(made('bad').path, '---\ntitle: [a\n---\n\nIt came back.\n');
    writeFileSync(made('large').path, 'a'.repeat(1024 * 1024 + 1));
    writeFileSync(made('latin').path, Buffer.from([0x61, 0x0a, 0xe9, 0x0a]));
    writeFileSync(besideDraft(made('json'), '.exports.json'), '{');
    symlinkSync(join(paths.drafts, 'good.md'), join(paths.drafts, 'linked.md'));
    mkdirSync(join(paths.drafts, 'folder'));
    expect(readDrafts(paths).map((draft) => [draft.slug, faults(draft)?.[0]?.slice(0, 2)])).toEqual([
      ['bad', ['bad.md', 'CHRONICLE_DRAFT_YAML']],
      ['good', undefined],
      ['json', ['json.exports.json', 'CHRONICLE_DRAFT_FILE']],
      ['large', ['large.md', 'CHRONICLE_DRAFT_FILE']],
      ['latin', ['latin.md', 'CHRONICLE_NOT_UTF8']],
      ['linked', ['linked.md', 'CHRONICLE_NOT_A_FILE']],
    ]);
    expect(read('bad')?.body.trim()).toBe('It came back.');
  });
});

describe('what is written beside a draft', () => {
  const RECORD = {
    target: 'astro' as const,
    at: '2026-11-21T12:00:00Z',
    file: '/b',
    draft: '',
    sessions: '',
    events: [],
    files: [],
  };
  const add = (draft: Draft, target: 'astro' | 'hugo') =>
    editHistory(draft, (history) => ({ ...history, exports: [...history.exports, { ...RECORD, target }] }));

  it('keeps the exports that others recorded meanwhile, and leaves a broken file alone', () => {
    const draft = made();
    add(draft, 'astro');
    expect(add(draft, 'hugo').exports.map(({ target }) => target)).toEqual(['astro', 'hugo']);
    writeFileSync(besideDraft(draft, '.exports.json'), '{');
    expect(() => add(draft, 'hugo')).toThrow(refusal('CHRONICLE_DRAFT_BROKEN'));
    expect(readFileSync(besideDraft(draft, '.exports.json'), 'utf8')).toBe('{');
  });

  it('has decisions by hash below a comment, and keeps those saved meanwhile', () => {
    const draft = { ...made(), decisions: { salt: '', byHash: {} } };
    rmSync(decisionsOf(draft));
    const first = saveDecisions(draft, { salt: SALT, byHash: { [HASH]: 'replace' } });
    expect(readFileSync(decisionsOf(draft), 'utf8')).toMatch(
      new RegExp(`^# Decisions about findings .*\n#.*\n\nsalt: ${SALT}\ndecisions:\n  ${HASH}: replace\n$`),
    );
    saveDecisions(first, { salt: SALT, byHash: { [HASH]: 'keep' } });
    const second = saveDecisions(first, { salt: SALT, byHash: { [HASH]: 'replace', ['1e'.repeat(16)]: 'leave-out' } });
    expect(second.decisions.byHash).toEqual({ [HASH]: 'keep', ['1e'.repeat(16)]: 'leave-out' });
    expect(read()?.decisions).toEqual(second.decisions);
    expect(() => saveDecisions(draft, { salt: 'ee'.repeat(16), byHash: { [HASH]: 'replace' } })).toThrow(
      refusal('CHRONICLE_DECIDED_ELSEWHERE'),
    );
    writeFileSync(decisionsOf(draft), 'salt: [a\n');
    expect(() => saveDecisions(second, second.decisions)).toThrow(refusal('CHRONICLE_DRAFT_BROKEN'));
  });

  it.each([
    [`salt: ${SALT}\ndecisions:\n  ${HASH}: perhaps\n`, 3],
    [`salt: ${SALT}\ndecisions:\n  x: keep\n`, 3],
    [`decisions:\n  ${HASH}: keep\n`, 1],
  ])('leaves the finding open in %j', (text, line) => {
    writeFileSync(decisionsOf(made()), text);
    expect(read()?.decisions.byHash).toEqual({});
    expect(faults(read())).toEqual([['x.redactions.yml', 'CHRONICLE_REDACTIONS', line]]);
  });
});

it('a draft is made anew only if nobody edited it meanwhile', () => {
  const draft = made();
  const anew = { slug: 'y', text: TEXT.replace('came', 'went'), history: { ...NO_HISTORY, made: 'm', sessions: 's' } };
  const remade = remakeDraft(draft, anew);
  expect([remade.slug, remade.body.trim(), read()?.history.made]).toEqual(['x', 'It went back.', 'm']);
  expect(() => remakeDraft(draft, anew)).toThrow(refusal('CHRONICLE_RESTLESS'));
});
