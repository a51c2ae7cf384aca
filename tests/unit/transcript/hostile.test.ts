/* Every reader of untrusted text takes a hostile megabyte in a moment. */
import { expect, it } from 'vitest';
import { choiceIn, questionEvent } from '#src/transcript/choices.ts';
import { commitEvent } from '#src/transcript/commit-event.ts';
import { commitsAndUnshown } from '#src/transcript/commits.ts';
import { agrees, correctionIn, objectionIn } from '#src/transcript/corrections.ts';
import { blocksOf, headline, plain, sentencesOf } from '#src/transcript/prose.ts';
import { withoutHeredocs } from '#src/transcript/shell.ts';
import { reportsFailure, testIn } from '#src/transcript/test-runs.ts';
import { promptTitle, subjectTitle } from '#src/transcript/titles.ts';
import { Transcript } from '../import/transcript.ts';

const MEGABYTE = 1_000_000;
const origin = { id: 'r', at: 0, file: 'a.jsonl', line: 1 };

it.each<[reader: string, read: (text: string) => void, pieces: string[]]>([
  [
    'what a turn states',
    (text) => {
      const turn = new Transcript().prompt('make the import faster').answers(text).edits('a.ts', 'a', 'b');
      turn.answers(text).prompt(text).answers(text).read();
    },
    [
      ...['because ', 'I ', '- **a**: b\n', 'root cause: ', 'a.b/c_d() ', '## Notes\n- ', "can't ", '1,2 '],
      '# a\nb:\n- c\n',
    ],
  ],
  [
    'a choice',
    (text) => {
      choiceIn('yes', text, origin);
      choiceIn(text.slice(0, 139), text, origin);
      questionEvent({ question: text.slice(0, 2000), answer: text.slice(0, 2000) }, origin);
    },
    ["I'd ", '1. a\n', 'Should I? ', 'which ', 'x? ', '**a**: b\n', 'yes, '],
  ],
  [
    'a commit with a reason',
    (text) => commitEvent({ hash: 'a1b2c3d', subject: text.slice(0, 2000), body: text }, origin),
    ['fix: ', '[a', '(#1) ', 'because ', '- x. ', '#', 'Refs '],
  ],
  [
    'the commits of a command',
    (text) =>
      commitsAndUnshown({ id: '1', name: 'Bash', input: { command: `git commit ${text}` } }, { text: `${text}] ` }),
    ['git commit <<EOF\n', '[main a1b2c3d] x', '[', '\nEOF', ' -m "', '<<A\nA', '$('],
  ],
  [
    'a correction',
    (text) => [agrees(text), objectionIn(text), correctionIn(text, '', origin)],
    ['no, ', '```', 'not the ', '\n- ', 'you ', "you're right", 'instead of '],
  ],
  ['heredocs', withoutHeredocs, ['<<A\n', '<<A', 'A\n<<A\n', '<<A <<B\nA\n', '<', '\n']],
  [
    'prose',
    (text) => {
      for (const block of blocksOf(text)) sentencesOf(block.text);
      headline(text.slice(0, 20_000));
      plain(text.slice(0, 20_000));
    },
    ['**a', '- **', '[x](', '. ', '`', 'a. b ', '★ ', '(', '， ', 'x; ', '__ *a* ', 'e.g. '],
  ],
  [
    'the test in a command',
    testIn,
    ['npx ', 'docker run ', 'test;', 'npm test\n', 'cat <<A\ntest\nA\n', '"test', '$(test ', 'python -m '],
  ],
  [
    'the output of a test',
    reportsFailure,
    ['\n', ' ', '1', '=', '1 failed, 1 x', '\u001b[', 'FAIL', '1 tests, ', 'Tests: 1, Assertions: 1'],
  ],
  [
    'a title',
    (text) => [promptTitle(text), subjectTitle(text.slice(0, 1000))],
    [
      ...['http://a', 'please ', '. ', '<a', '<a>', ' ', '~/a/', '/home/a/b/', '`', '**', 'hi, ', '[Image #1', '"'],
      ...['\n', 'feat(', 'can you '],
    ],
  ],
])('%s', (_, read, pieces) => {
  for (const piece of pieces) {
    const text = piece.repeat(MEGABYTE / piece.length);
    const started = process.cpuUsage();
    read(text);
    expect([piece, process.cpuUsage(started).user / 1000 < 2500]).toEqual([piece, true]);
  }
});
