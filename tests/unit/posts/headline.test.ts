import { expect, it } from 'vitest';
import { firstSentences, headed } from '#src/posts/headline.ts';

const LONG =
  'A mark without any break goes on for so many words that nobody would ever want to read it as a heading of a post';

it.each([
  ['Keep one file a session', 'Keep one file a session', ''],
  ['Remove curl fallback — gh CLI is in the allowlist', 'Remove curl fallback', 'gh CLI is in the allowlist.'],
  ['The test was wrong; the code had been right', 'The test was wrong', 'The code had been right.'],
  ['It failed twice. The second time it was ours', 'It failed twice', 'The second time it was ours.'],
  ['Is `a` right? Yes, it stays that way', 'Yes, it stays that way', 'Is `a` right? Yes, it stays that way.'],
  ['feedback_money.md: a float again, in refunds', 'A float again, in refunds', ''],
  ['`lines()` allocates twice for each row', 'lines() allocates twice for each row', ''],
  ['Ports', 'Otherwise', 'Ports.'],
  [LONG, 'Otherwise', `${LONG}.`],
  [
    `The clock was set back while the job was running on the machine in the cellar, so ${LONG.toLowerCase()}`,
    'The clock was set back while the job was running on the machine in the cellar',
    `So ${LONG.toLowerCase()}.`,
  ],
  [
    'He asked "where — in all these years — was it" and left',
    'He asked "where — in all these years — was it" and left',
    '',
  ],
])('headed(%j)', (text, heading, body) => {
  expect(headed({ text }, 'Otherwise')).toEqual({ heading, body });
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
