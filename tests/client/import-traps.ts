/*
 * More sessions of the import scenario, closer to real work: tests that fail while code changes, other ways to revert an
 * edit, and texts that quote what the rules look for.
 */
import type { Places, PrintSession } from './import-scenario.ts';

const REFUSAL = "The user doesn't want to proceed with this tool use. The tool use was rejected";
const failingTest = (n: number) => `sh -c 'echo "${n} tests failed"; exit 1' npm-test`;

export function furtherSessions({ project, memory }: Places): PrintSession[] {
  const edit = (file: string, old_string: string, new_string: string) => ({
    tool: 'Edit',
    input: { file_path: `${project}/${file}`, old_string, new_string },
  });
  const read = (file: string) => ({ tool: 'Read', input: { file_path: `${project}/${file}` } });
  const write = (file: string, content: string) => ({
    tool: 'Write',
    input: { file_path: `${project}/${file}`, content },
  });
  return [
    {
      name: 'tests that fail while a file is changed',
      turns: [
        {
          prompt: 'make the tests pass',
          commands: [
            write('made.txt', 'one\n'),
            failingTest(4),
            edit('made.txt', 'one', 'two'),
            failingTest(3),
            edit('made.txt', 'two', 'three'),
            failingTest(2),
          ],
        },
      ],
      expected: [{ tag: 'ERROR', text: 'failed 3 times' }],
    },
    {
      name: 'edits that git restore reverts',
      turns: [
        {
          prompt: 'edit and restore',
          commands: [read('kept.txt'), edit('kept.txt', 'kept one', 'other one')],
        },
        { prompt: 'take that back', commands: ['git restore -- kept.txt'] },
      ],
      expected: [{ tag: 'PIVOT', text: 'kept.txt' }],
    },
    {
      name: 'an edit that a write reverts',
      turns: [
        {
          prompt: 'edit and write back',
          commands: [
            read('kept.txt'),
            edit('kept.txt', 'kept one', 'new one'),
            write('kept.txt', 'kept one\nkept two\n'),
          ],
        },
      ],
      expected: [],
    },
    {
      name: 'a directory that is made and removed',
      turns: [{ prompt: 'try a package', commands: [write('trial/index.txt', 'a\n'), 'rm -rf trial'] }],
      expected: [{ tag: 'PIVOT', text: 'trial/index.txt' }],
    },
    {
      name: 'edits that build on each other',
      turns: [
        {
          prompt: 'go on editing',
          commands: [write('steps.txt', 'a\n'), edit('steps.txt', 'a', 'b'), edit('steps.txt', 'b', 'c')],
        },
      ],
      expected: [],
    },
    {
      name: 'a memory that the shell reads, and a directory that it lists',
      turns: [
        {
          prompt: 'look into memory',
          commands: [`ls "${memory}"`, `cd "${memory}" && head -5 feedback_shell.md && cd -`],
        },
      ],
      expected: [],
    },
    {
      name: 'output that only looks like an obstacle',
      turns: [
        {
          prompt: 'print words',
          commands: [1, 2, 3].map(() => 'echo "Permission denied"; echo "Could not resolve host: x"'),
        },
      ],
      expected: [],
    },
    {
      name: 'output that quotes a refusal',
      turns: [
        { prompt: 'print a refusal', commands: [`echo "${REFUSAL}"`, `echo "${REFUSAL}" >&2; exit 1`] },
        { prompt: 'and now something else' },
      ],
      expected: [],
    },
    {
      name: 'a prompt that quotes an interruption',
      turns: [{ prompt: 'why does it print [Request interrupted by user]' }, { prompt: 'look once more' }],
      expected: [],
    },
  ];
}
