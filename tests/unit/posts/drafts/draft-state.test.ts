import { describe, expect, it } from 'vitest';
import type { Session } from '#src/format/session.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import { currentStep, nextTask, stateOf, stateReason } from '#src/posts/drafts/draft-state.ts';
import { draftDigest, sourceDigest } from '#src/posts/drafts/source-digest.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { aDraft } from './a-draft.ts';

const LOG = '## Events\n\n- 10:00 [ERROR] Lost a cent\n';
const session = aSession({ body: LOG });
const later = aSession({ body: `${LOG}- 11:00 [PIVOT] Count in cents\n` });

function exported(draft: Draft, sessions: Session[]): Draft {
  const record = {
    target: 'astro',
    at: '2026-11-21T12:00:00Z',
    file: '/blog/x.md',
    sources: sourceDigest(sessions),
    draft: draftDigest(draft),
    events: [],
  };
  return { ...draft, settings: { ...draft.settings, exports: [record] } };
}

function told(draft: Draft, sessions: Session[], must = 0, review = 0, problems = 0): string[] {
  const given = { open: { must, review }, problems, sessions };
  return [`${stateOf(draft)}, ${nextTask(draft, given)}`, stateReason(draft, given)];
}

describe('stateOf', () => {
  const draft = aDraft([session]);
  const done = exported(draft, [session]);

  it('gives the state of a draft and the reason', () => {
    expect(told(draft, [session])).toEqual(['draft, export', 'In draft. Ready to export.']);
    expect(told(draft, [session], 2)).toEqual([
      'draft, redact',
      'In draft. 2 findings must be decided before the draft can be exported.',
    ]);
    expect(told(done, [session], 2)).toEqual([
      'exported, null',
      'Exported to astro on 21 Nov 2026. Nothing has changed since. 2 findings must be decided before the draft can be exported.',
    ]);
  });

  it('asks to fix problems before deciding findings, and counts findings to review', () => {
    expect(told(draft, [session], 1, 0, 2)).toEqual([
      'draft, fix',
      'In draft. Fix 2 problems before you export it. 1 finding must be decided before the draft can be exported.',
    ]);
    expect(told(draft, [session], 0, 3)).toEqual(['draft, export', 'In draft. 3 findings to review.']);
    expect(told(done, [later], 0, 0, 1)).toEqual([
      'exported, update',
      'Exported to astro on 21 Nov 2026. The session has changed since the export. Fix 1 problem before you export it.',
    ]);
  });

  it('notices a changed session', () => {
    expect(told(done, [later])).toEqual([
      'exported, update',
      'Exported to astro on 21 Nov 2026. The session has changed since the export.',
    ]);
    expect(told(done, [])).toEqual([
      'exported, update',
      'Exported to astro on 21 Nov 2026. One of its sessions is no longer in the archive.',
    ]);
  });

  it('notices a changed draft', () => {
    expect(told({ ...done, body: 'Another.\n' }, [session])).toEqual([
      'exported, update',
      'Exported to astro on 21 Nov 2026. The draft has changed since the export.',
    ]);
  });

  it('is published whatever else changed', () => {
    const published = { url: 'https://example.org/x', at: '2026-11-21T12:00:00Z' };
    expect(told({ ...done, settings: { ...done.settings, published } }, [later])).toEqual([
      'published, null',
      'Published on 21 Nov 2026 at https://example.org/x.',
    ]);
  });
});

describe('sourceDigest', () => {
  it('ignores bytes, order and machine summaries', () => {
    const other = aSession({ id: 'other-01', body: LOG });
    const summed = { ...aSession({ body: `${LOG}\n## Summary\n\nAuto-generated: 1 event (1 error)\n` }), digest: '11' };
    expect(sourceDigest([other, session])).toBe(sourceDigest([summed, other]));
  });

  it('changes with an event, the lead or the narrative', () => {
    const texts = [LOG, `${LOG}  a detail\n`, `${LOG}\n## Summary\n\nA day.\n`];
    const retold = ['A', 'B'].map((text) => `${LOG}\n## Summary\n\nA day.\n\n### T\n\n${text}\n`);
    const all = [...texts.map((body) => aSession({ body })), ...retold.map((body) => aSession({ body, retro: true }))];
    expect(new Set(all.map((each) => sourceDigest([each])))).toHaveLength(5);
  });
});

it.each([
  [0, 0, 3, 'beats'],
  [3, 1, 0, 'redaction'],
  [3, 0, 2, 'redaction'],
  [3, 0, 0, 'export'],
])('currentStep with %d beats and %d and %d open findings', (beats, must, review, step) => {
  expect(currentStep(beats, { must, review })).toBe(step);
});
