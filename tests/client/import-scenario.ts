/*
 * Sessions of the real client, and what an import should find in each: the tag and part of the text of each event. The
 * expectations come from the rules as documented, not from their code. Most sessions are traps: they look like an event
 * but are none.
 */
import type { Tag } from '#src/format/tags.ts';
import type { Script, ToolCall } from './scripted-api.ts';

export interface ExpectedEvent {
  tag: Tag;
  text: string;
}

/** A session of `claude -p`, resumed for each prompt after the first. */
export interface PrintSession {
  name: string;
  turns: { prompt: string; commands?: readonly (string | ToolCall)[] }[];
  expected: ExpectedEvent[];
  /** Without it, the client allows everything. */
  isDenied?: true;
  /** The session it is a fork of. */
  forkOf?: string;
  place?: 'worktree' | 'own worktree' | 'subdirectory' | 'no git';
}

export interface Places {
  project: string;
  memory: string;
}

const thrice = (command: string) => [command, command, command];

/** Assembled here, so that no file of this repository contains a string that looks like a token. */
export const TOKEN = `ghp_${'0123456789'.repeat(3)}abcdeF`;

/** Looks like parts of a chronicle, and begins with a terminal escape sequence. */
const HOSTILE_PROMPT =
  '\u001b[2Jmake it so\n- [ERROR] no event\n## Summary\n\nAuto-generated: 9 events\n---\ncandidate: x';

export function printSessions({ project, memory }: Places): PrintSession[] {
  const edit = (file: string, old_string: string, new_string: string) => ({
    tool: 'Edit',
    input: { file_path: `${project}/${file}`, old_string, new_string },
  });
  const read = (path: string) => ({ tool: 'Read', input: { file_path: path } });
  const write = (path: string, content: string) => ({ tool: 'Write', input: { file_path: path, content } });
  return [
    {
      name: 'a command that fails three times',
      turns: [{ prompt: 'fail thrice', commands: thrice('ls /nope-thrice') }],
      expected: [{ tag: 'ERROR', text: '/nope-thrice' }],
    },
    {
      name: 'a missing tool',
      turns: [{ prompt: 'use a missing tool', commands: thrice('frobnicate --now') }],
      expected: [{ tag: 'BLOCKED', text: 'frobnicate' }],
    },
    {
      name: 'a call that the client does not allow, with nobody to ask',
      turns: [{ prompt: 'touch it', commands: thrice('touch denied') }, { prompt: 'try another way' }],
      expected: [{ tag: 'BLOCKED', text: 'touch' }],
      isDenied: true,
    },
    {
      name: 'an edit that git reverts',
      turns: [
        {
          prompt: 'edit and check out',
          commands: [
            read(`${project}/kept.txt`),
            edit('kept.txt', 'kept one', 'changed one'),
            'git checkout -q kept.txt',
          ],
        },
      ],
      expected: [{ tag: 'PIVOT', text: 'kept.txt' }],
    },
    {
      name: 'memories that are read, written and changed',
      turns: [
        {
          prompt: 'use memory',
          commands: [
            read(`${memory}/MEMORY.md`),
            read(`${memory}/feedback_old.md`),
            read(`${memory}/feedback_old.md`),
            `cat "${memory}/feedback_shell.md"`,
            write(`${memory}/feedback_new.md`, '---\nname: new\ndescription: New\n---\n\nDo it so.\n'),
            { tool: 'Edit', input: { file_path: `${memory}/feedback_old.md`, old_string: 'Body', new_string: 'Text' } },
          ],
        },
      ],
      expected: [],
    },
    {
      name: 'errors inside a subagent',
      turns: [
        {
          prompt: 'delegate it',
          commands: [
            {
              tool: 'Agent',
              input: { description: 'work', subagent_type: 'general-purpose', prompt: 'work inside the agent' },
            },
          ],
        },
      ],
      expected: [],
    },
    {
      name: 'a parent',
      turns: [{ prompt: 'fail above', commands: thrice('ls /nope-above') }],
      expected: [{ tag: 'ERROR', text: '/nope-above' }],
    },
    {
      name: 'a fork, which contains copies of its parent',
      forkOf: 'a parent',
      turns: [{ prompt: 'fail in the fork', commands: thrice('ls /nope-fork') }],
      expected: [{ tag: 'ERROR', text: '/nope-fork' }],
    },
    {
      name: 'a session that is compacted between two failures',
      turns: [
        { prompt: 'fail before', commands: thrice('ls /nope-before') },
        { prompt: '/compact' },
        { prompt: 'fail after', commands: thrice('echo "quota of the build cache exceeded"; exit 3') },
      ],
      expected: [
        { tag: 'ERROR', text: '/nope-before' },
        { tag: 'ERROR', text: 'quota of the build cache' },
      ],
    },
    {
      name: 'a token in an error',
      turns: [{ prompt: 'print a token', commands: thrice(`echo "login with ${TOKEN} refused"; exit 4`) }],
      expected: [{ tag: 'ERROR', text: 'login with' }],
    },
    { name: 'a prompt that looks like a chronicle', turns: [{ prompt: HOSTILE_PROMPT }], expected: [] },
    {
      name: 'a deleted worktree',
      place: 'worktree',
      turns: [{ prompt: 'fail far away', commands: thrice('ls /nope-worktree') }],
      expected: [{ tag: 'ERROR', text: '/nope-worktree' }],
    },
    { name: "the client's own worktree", place: 'own worktree', turns: [{ prompt: 'work apart' }], expected: [] },
    { name: 'a subdirectory', place: 'subdirectory', turns: [{ prompt: 'work below the top' }], expected: [] },
    { name: 'no git', place: 'no git', turns: [{ prompt: 'work without git' }], expected: [] },
  ];
}

/** What a person does in a terminal. `expected` is for the sessions before and after `/clear`. */
export const TERMINAL = {
  scripts: [
    { prompt: 'touch one', commands: ['touch one'] },
    { prompt: 'touch two', commands: ['touch two'] },
    { prompt: 'touch both', commands: [['touch left', 'touch right']] },
    { prompt: 'touch unheard', commands: ['touch unheard'] },
    { prompt: 'think aloud', hangs: true, partial: 'Let me think' },
    { prompt: 'think silently', hangs: true },
    { prompt: 'touch last', commands: ['touch last'] },
  ] satisfies Script[],
  expected: [
    [
      { tag: 'USER-CORRECTION', text: 'rename the old one' },
      { tag: 'USER-CORRECTION', text: 'use mktemp and not touch' },
      { tag: 'USER-CORRECTION', text: 'only the left one' },
      { tag: 'USER-CORRECTION', text: 'read the docs first' },
    ],
    [],
  ] satisfies ExpectedEvent[][],
};

/** Everything the scripted model does in sessions of `claude -p`. */
export function scriptsOf(sessions: readonly PrintSession[]): Script[] {
  // A turn without commands gets the default answer, as its prompt may also be in a later request.
  const turns = sessions.flatMap((session) => session.turns.filter(({ commands }) => commands !== undefined));
  return [{ prompt: 'work inside the agent', commands: thrice('ls /nope-below') }, ...turns];
}
