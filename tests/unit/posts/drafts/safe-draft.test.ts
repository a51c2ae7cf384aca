import { expect, it } from 'vitest';
import type { MemoryRecord } from '#src/memory/misses/memory-record.ts';
import { safeDraft } from '#src/posts/drafts/safe-draft.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { DETECTORS } from '#tests/unit/redaction/scanning.ts';
import { aRecord } from './a-draft.ts';

const RECORD = aRecord(1) as unknown as MemoryRecord;
const SCANNER = { detectors: DETECTORS, hash: (text: string) => text };

function titled(title: string) {
  const body = `## Events\n\n- [DECISION] Fine\n\n## Summary\n\nA day.\n\n### ${title}\n\nIt was so.\n`;
  return safeDraft({ sessions: [aSession({ id: 'one', retro: true, body })], record: RECORD }, SCANNER);
}

/** A title that is only a finding falls back to the branch, `x`. */
it.each([
  ['Why LAR-33 came back', 'why-came-back'],
  ['What ada@quarrel-works.dev saw', 'what-saw'],
  ['Moving db-prod-3.acme.internal again', 'moving-again'],
  ['Tidemark', 'x'],
  [`${'So '.repeat(24)}wilhelmina@quarrel-works.dev`, 'so-'.repeat(24).slice(0, -1)],
])('the default slug of %j contains no finding', async (title, slug) => {
  const draft = await titled(title);
  expect(draft.slug).toBe(slug);
  expect(draft.settings.title, 'the title is for the owner to decide').toBe(title.trim());
});
