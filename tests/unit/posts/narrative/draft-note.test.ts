import { describe, expect, it } from 'vitest';
import type { Draft, DraftSettings, DraftTask } from '#src/posts/drafts/draft.ts';
import { stateOf } from '#src/posts/drafts/draft-state.ts';
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

function noteOf(settings: Partial<DraftSettings>, next: DraftTask | null = 'redact', problems = 0) {
  const draft: Draft = {
    slug: 'a',
    directory: '/drafts/a',
    settings: { ...SETTINGS, ...settings },
    body: 'A secret text.',
    decisions: { salt: '', byHash: {} },
    problems: [],
  };
  const resolved = { draft, sources: [], problems: Array(problems) };
  return draftNote({ resolved, open: { must: 2, review: 3 }, state: stateOf(draft), next });
}

const TO_DECIDE = '2 findings must be decided before the draft can be exported. 3 findings to review.';

describe('draftNote', () => {
  it('has the state of a draft and none of its text', () => {
    const made = { at: '2026-08-12T10:00:00Z', file: '/blog/a.md', sources: '', draft: '', events: [] };
    const note = noteOf({
      exports: [
        { target: 'hugo', ...made },
        { target: 'astro', ...made },
      ],
    });
    expect(note).toEqual({
      slug: 'a',
      state: 'exported',
      next: 'redact',
      sources: ['one'],
      open: 5,
      exported: { target: 'astro', at: '2026-08-12T10:00:00Z' },
      changes: `One of its sessions is no longer in the archive. The draft has changed since the export. ${TO_DECIDE}`,
      url: null,
    });
  });

  it('says what changed', () => {
    const made = { target: 'hugo', at: '2026-08-12T10:00:00Z', file: '/blog/a.md', sources: '', draft: '', events: [] };
    expect(noteOf({ exports: [made] }, 'update').changes).toContain('The draft has changed since the export.');
    expect(noteOf({ exports: [made] }, null, 1).changes).toContain(`Fix 1 problem before you export it. ${TO_DECIDE}`);
    expect(noteOf({}, 'fix', 1)).toMatchObject({ state: 'draft', next: 'fix', changes: null });
  });

  it('has the address of a post only if it is a web address', () => {
    const at = '2026-08-12T10:00:00Z';
    expect(noteOf({ published: { url: 'https://example.org/a', at } }).url).toBe('https://example.org/a');
    expect(noteOf({ published: { url: 'javascript:alert(1)', at } }).url).toBeNull();
  });
});
