/** One more entry: for each file, the text to insert and the text it goes before. */
export interface Addition {
  name: string;
  edits: [file: string, before: string, added: string][];
  /** New files. */
  files?: Record<string, string>;
  /** A golden file that spells out the number of entries. */
  counted?: { file: string; from: string; to: string };
  /** The file that `npm run bundle` generates from it, apart from bundles. */
  generated: string[];
}

const REFERENCE = 'skill/session-retro/references/chronicle-format.md';

/** One entry more in each table. */
export const ADDITIONS: readonly Addition[] = [
  {
    name: 'a ninth tag',
    edits: [
      ['src/format/tags.ts', '} satisfies Record<string, TagWords>;', "  QUESTION: { label: 'Question', place: 9 },\n"],
      [
        'src/format/tags.ts',
        '};\n\nexport const TAG_WORDS',
        "  QUESTION: 'something that only the user can answer',\n",
      ],
      [
        'src/format/tags.ts',
        '};\n\n/** Whether `word` is one of the tags',
        "  QUESTION: { shape: { path: 'M2 2h12v6H8v6H2Z' }, light: '#3b5b6b', dark: '#9fc3d4', terminal: 'gray' },\n",
      ],
      [REFERENCE, '\n## Summary\n\nThe text', '| `QUESTION` | something that only the user can answer |\n'],
    ],
    counted: {
      file: 'tests/golden/chronicle/output/unknown-tag.json',
      from: 'lists the eight tags',
      to: 'lists the nine tags',
    },
    generated: ['site/styles/tags.generated.css'],
  },
  {
    name: 'one more front matter key',
    edits: [
      ['src/format/fields.ts', '};\n\nexport type FrontMatterKey', '  model: false,\n'],
      [
        'src/format/fields.ts',
        '} satisfies Record<FrontMatterKey, Field>;',
        "  model: { required: false, check: (text) => /^[a-z0-9.-]+$/.test(text), expected: 'a model', example: 'opus-5' },\n",
      ],
      [REFERENCE, '\n## Events\n\nAn event is `- [TAG]', '| `model` | no | The model that the session began with. |\n'],
    ],
    generated: [],
  },
  {
    name: 'one more hook',
    edits: [
      [
        'src/setup/hook-events.ts',
        '} as const satisfies Record<string, HookEvent>;',
        `  SubagentStop: {
    word: 'subagent-stop',
    layer: 'notes',
    timeout: 10,
    ms: 50,
    groups: [{}],
    cost: 'What subagents did is not noted.',
    payload: { stop_hook_active: false },
    needs: ['SessionStart'],
    fault: (_, chronicle) => (chronicle === null ? 'it created no chronicle.' : null),
  },
`,
      ],
      ['hooks/chronicle.ts', '};\n\nconst word', "  'subagent-stop': () => require('./subagent-stop.cjs'),\n"],
    ],
    files: {
      'hooks/subagent-stop.ts': `/** The hook after a subagent. */
import { realWorld } from '#src/lib/world.ts';
import { sessionStart } from './host.ts';
import { run } from './run.ts';

run('hook', { 'subagent-stop': () => sessionStart(realWorld()) });
`,
    },
    generated: ['hooks/hooks.json'],
  },
  {
    name: 'one more kind of record',
    edits: [
      [
        'src/index/record.ts',
        '} satisfies Record<string, KindFacts>;',
        "  stray: { several: 'strays', isTagged: false, letter: () => '+', isRare: true },\n",
      ],
      [
        'src/index/records-of.ts',
        '];\n\nfunction eventParts',
        "  (session) => session.chronicle.strays.map(({ text }) => whole(session, 'stray', 'strays', text)),\n",
      ],
    ],
    generated: [],
  },
];
