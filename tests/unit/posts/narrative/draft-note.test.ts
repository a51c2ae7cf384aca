import { describe, expect, it } from 'vitest';
import type { Draft, DraftSettings, DraftState } from '#src/posts/drafts/draft.ts';
import { draftNote } from '#src/posts/narrative/draft-note.ts';

const SETTINGS: DraftSettings = {
  title: 'Title with a secret',
  description: '',
  tags: [],
  series: null,
  beats: [],
  sources: [{ session: 'one', digest: '0' }],
  exports: [],
  published: null,
};

function noteOf(settings: Partial<DraftSettings>, state: DraftState = 'to-redact', problems = 0) {
  const draft: Draft = {
    slug: 'a',
    directory: '/drafts/a',
    settings: { ...SETTINGS, ...settings },
    body: 'A secret text.',
    decisions: { salt: '', byHash: {} },
    problems: [],
  };
  const resolved = { draft, sources: [], problems: Array(problems) };
  return draftNote({ resolved, open: { must: 2, review: 3 }, state });
}

const TO_DECIDE =
  '2 findings must be decided before it is exported. 3 findings to review: chronicle draft redact a decides them.';

describe('draftNote', () => {
  it('says how far a draft is and nothing of its text', () => {
    const made = { at: '2026-08-12T10:00:00Z', file: '/blog/a.md', sources: '', draft: '', events: [] };
    const note = noteOf({
      exports: [
        { target: 'hugo', ...made },
        { target: 'astro', ...made },
      ],
    });
    expect(note).toEqual({
      slug: 'a',
      state: 'to-redact',
      sources: ['one'],
      open: 5,
      exported: { target: 'astro', at: '2026-08-12T10:00:00Z' },
      changes: TO_DECIDE,
      url: null,
    });
  });

  it('says what changed', () => {
    const made = { target: 'hugo', at: '2026-08-12T10:00:00Z', file: '/blog/a.md', sources: '', draft: '', events: [] };
    expect(noteOf({ exports: [made] }, 'changed').changes).toContain('The draft changed after the export.');
    expect(noteOf({ exports: [made] }, 'exported', 1).changes).toBe(
      `1 problem must be mended before it is exported. ${TO_DECIDE}`,
    );
    expect(noteOf({}, 'broken', 1)).toMatchObject({ state: 'broken', changes: null });
  });

  it('has the address of a post only if a page may link to it', () => {
    const at = '2026-08-12T10:00:00Z';
    expect(noteOf({ published: { url: 'https://example.org/a', at } }).url).toBe('https://example.org/a');
    expect(noteOf({ published: { url: 'javascript:alert(1)', at } }).url).toBeNull();
  });
});
