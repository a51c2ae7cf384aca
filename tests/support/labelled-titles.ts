/* The labelled titles of tests/fixtures/titles, whose README says what an entry is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { ROOT } from './root.ts';
import { scriptedTranscript } from './scripted-transcript.ts';
import { parseSessionScript } from './session-script.ts';

/** `development` to tune rules on, `held-out` only to be measured. */
export const TITLE_SETS = ['development', 'held-out'] as const;
export type TitleSet = (typeof TITLE_SETS)[number];

const Entry = z.strictObject({
  kind: z.string(),
  language: z._default(z.string(), 'en'),
  prompt: z.string(),
  branch: z.string(),
  plan: z.optional(z.string()),
  pr: z.optional(z.string()),
  /** From a file to how often it is edited. */
  edits: z._default(z.record(z.string(), z.number()), {}),
  commits: z._default(z.array(z.strictObject({ subject: z.string(), lines: z.number() })), []),
  /** The last answer. */
  end: z.string(),
  good: z.array(z.string()).check(z.minLength(1)),
  fair: z.array(z.string()),
});

export interface LabelledTitle extends z.infer<typeof Entry> {
  id: string;
  cwd: string;
  /** The transcript. */
  text: string;
}

export function labelledTitles(set: TitleSet): LabelledTitle[] {
  const entries = z.array(Entry).parse(parse(readFileSync(join(ROOT, `tests/fixtures/titles/${set}.yml`), 'utf8')));
  return entries.map((entry, index) => {
    const cwd = '/home/eli/press';
    const start = new Date(Date.UTC(2026, 4, 4, 8, index)).toISOString();
    const { prompt, branch } = entry;
    const steps = [prompt.startsWith('/') ? { command: prompt } : { user: prompt }, ...stepsOf(entry)];
    const script = { about: entry.kind, language: entry.language, project: cwd, branch, start, steps };
    const name = `title ${set} ${index}`;
    const { id, text } = scriptedTranscript(parseSessionScript(JSON.stringify(script), name));
    return { ...entry, id, cwd, text };
  });
}

function stepsOf({ branch, plan, pr, edits, commits, end }: z.infer<typeof Entry>): Record<string, unknown>[] {
  return [
    ...(plan === undefined ? [] : [{ plan: `# ${plan}\n\n1. Look at what there is\n2. Change it\n`, accepted: true }]),
    ...Object.entries(edits).flatMap(([edit, times]) =>
      Array.from({ length: times }, (_, n) => ({ edit, old: `line ${n}\n`, new: `line ${n}, changed\n` })),
    ),
    ...commits.map(({ subject, lines }, n) => ({
      bash: `git commit -am "${subject}"`,
      output: `[${branch} 5e1c0a${n}] ${subject}\n 1 file changed, ${lines} insertions(+)`,
    })),
    ...(pr === undefined ? [] : [{ pr: { number: 12, url: 'https://github.com/eli/press/pull/12', title: pr } }]),
    { assistant: end },
  ];
}

export type TitleGrade = 'good' | 'fair' | 'bad';

/** Forms that no title has, whatever its words. */
const BAD = {
  'a path': /^(?:\.{0,2}\/|~\/)?[\w.-]+(?:\/[\w.-]+)+$|^\/\S*$/,
  JSON: /^[[{]/,
  'a shell prompt': /^(?:\$ |\S+@\S+[:~])/,
  'an address': /^https?:\/\/\S*$/,
  'a number': /^#?\d+$/,
  'a kind before the words': /^(?:feat|fix|chore|docs|refactor|perf|test|bug|assessment|wip)(?:\([^)]*\))?[:/]/i,
  'no words': /^(?:main|master|wip|fix|test|update|hi|[^\p{L}]*)$/iu,
  'cut in the middle': /(?:…|\.\.\.|[,;:–—-]|\b(?:and|or|the|a|of|to|with|und|der|die|y|de))$/i,
  'begins with I, This or Ok': /^(?:I|I'm|I'd|this|ok|okay)\b/i,
  'begins with a courtesy': /^(?:can|could|would) you\b|^(?:please|kannst du|¿puedes)\b/i,
};

/** The first bad form that a title has; null without one. `prompt` tells whether a question mark is a courtesy's. */
export function badForm(title: string, prompt: string): string | null {
  const form = Object.entries(BAD).find(([, pattern]) => pattern.test(title.trim()))?.[0];
  if (form !== undefined) return form;
  const isPolite = /\b(?:can|could|would) you\b|kannst du|puedes/i.test(prompt);
  return isPolite && /[?？]$/.test(title) ? 'ends in a mark although the courtesy went' : null;
}

/** A title is bad by its form, else good or fair if one of its entry's titles or patterns is it, else bad. */
export function gradeTitle(
  title: string,
  { prompt, good, fair }: Pick<LabelledTitle, 'prompt' | 'good' | 'fair'>,
): TitleGrade {
  if (badForm(title, prompt) !== null) return 'bad';
  if (good.some((one) => isTitle(one, title))) return 'good';
  return fair.some((one) => isTitle(one, title)) ? 'fair' : 'bad';
}

function isTitle(accepted: string, title: string): boolean {
  const pattern = /^\/(.+)\/$/s.exec(accepted)?.[1];
  return pattern === undefined ? plain(accepted) === plain(title) : new RegExp(pattern, 'iu').test(title.trim());
}

/** Case, quotes, spaces and a full stop make no difference. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[`'"“”‘’]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[.。]$/, '')
    .trim();
