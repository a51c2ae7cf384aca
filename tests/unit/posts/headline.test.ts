import { expect, it } from 'vitest';
import type { Tag } from '#src/format/tags.ts';
import { firstSentences, headed } from '#src/posts/headline.ts';

const LONG =
  'A mark without any break goes on for so many words that nobody would ever want to read it as a heading of a post';

it.each<[Tag, string, string, string]>([
  ['DECISION', 'Keep one file a session', 'We decided to keep one file a session', ''],
  [
    'DECISION',
    'Remove curl fallback — gh CLI is in the allowlist',
    'We decided to remove curl fallback',
    'gh CLI is in the allowlist.',
  ],
  ['DECISION', 'Read errors are kept; the rest is dropped', 'Read errors are kept', 'The rest is dropped.'],
  [
    'DECISION',
    'One page a box: nights with a guest, weight at dusk',
    'The decision: one page a box',
    'Nights with a guest, weight at dusk.',
  ],
  [
    'DECISION',
    'What should stay? Bastion host only',
    'The decision: Bastion host only',
    'What should stay? Bastion host only.',
  ],
  ['PIVOT', 'From days to nights, noon to noon', 'We went from days to nights, noon to noon', ''],
  ['ERROR', 'Plotted nights by date', 'We plotted nights by date', ''],
  ['ERROR', 'sed -i failed on the Mac', 'sed -i failed on the Mac', ''],
  ['ERROR', '411 lines too many', 'It went wrong: 411 lines too many', ''],
  ['ERROR', 'The test was wrong; the code had been right', 'The test was wrong', 'The code had been right.'],
  [
    'ERROR',
    'The first build failed. The second time it was ours',
    'The first build failed',
    'The second time it was ours.',
  ],
  [
    'INSIGHT',
    'Is `a` right? Yes, it stays that way',
    'Yes, it stays that way',
    'Is `a` right? Yes, it stays that way.',
  ],
  ['INSIGHT', 'I changed nothing', 'Otherwise', 'I changed nothing.'],
  ['INSIGHT', 'Stripe waits ten seconds for an answer', 'Stripe waits ten seconds for an answer', ''],
  ['MEMORY-MISS', 'feedback_money.md: a float again', 'It happened again: a float again', ''],
  ['INSIGHT', '`lines()` allocates twice for each row', 'lines() allocates twice for each row', ''],
  ['INSIGHT', 'Ports', 'Otherwise', 'Ports.'],
  ['INSIGHT', LONG, 'Otherwise', `${LONG}.`],
  [
    'ERROR',
    `The clock was set back while the job was running on the machine in the cellar, so ${LONG.toLowerCase()}`,
    'The clock was set back while the job was running on the machine in the cellar',
    `So ${LONG.toLowerCase()}.`,
  ],
  [
    'INSIGHT',
    'He asked "where — in all these years — was it" and left',
    'He asked "where — in all these years — was it" and left',
    '',
  ],
])('headed(%s, %j)', (tag, text, heading, body) => {
  expect(headed({ tag, text }, 'Otherwise')).toEqual({ heading, body });
});

it.each([
  ['Fix it.', 'Fix it.'],
  ['INK-12: fix the port. Then push.', 'fix the port. Then push.'],
  ['# Title\nOne two.\n\nThree.', 'Title One two.'],
  ['One two three. Four five six seven eight nine ten.', 'One two three.'],
  ['word '.repeat(20), 'word word word word word word…'],
])('firstSentences(%j)', (typed, first) => {
  expect(firstSentences(typed, 30)).toBe(first);
});
