import { expect, it } from 'vitest';
import { findingHash } from '#src/redaction/decide.ts';
import { prepareDraft } from '#src/posts/export/prepare-draft.ts';
import { tokenDetector } from '#src/redaction/token-detector.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { archiveOf, draftOf } from './draft-archive.ts';

/** Longer than the name of a mistake, so its end is cut off there. */
const TOKEN = ['eyJhbGciOiJIUzI1NiJ9', `eyJ${'aB3xZ9qLmN'.repeat(14)}`, 'aB3xZ9qLmN'.repeat(4)].join('.');

it('a figure named after a miss does not show the start of a token in it', async () => {
  const session = aSession({
    body: `## Events\n\n- [MEMORY-MISS] Leaked ${TOKEN} once\n- [MEMORY-MISS] Leaked ${TOKEN} twice\n`,
  });
  const archive = archiveOf([session]);
  const draft = draftOf(`<Lifeline group="${archive.record.groups[0]?.anchor}" />`);
  const scanContext = { detectors: [tokenDetector], hash: findingHash, today: '2026-11-21', problems: [] };
  const { post, open } = await prepareDraft(draft, archive, scanContext);
  const { drawing } = post.figures[0] ?? {};
  expect(open.must).toBe(1);
  expect(drawing?.title).toContain('Leaked [redacted: ');
  expect(`${drawing?.title}${drawing?.description}${drawing?.markup}`).not.toContain(TOKEN.slice(0, 12));
});
