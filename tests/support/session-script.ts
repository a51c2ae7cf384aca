/*
 * Session scripts: a YAML file describes one Claude Code session in a page, and `scripted-transcript.ts` expands it to the
 * records of the real client. `tests/fixtures/harvest` and the sample archive are written this way.
 *
 *     about: One sentence for people.
 *     language: en
 *     project: /home/robin/code/relay
 *     branch: rb/12-retry-clock          # left out outside git; also: model, unattended
 *     start: 2026-09-14T08:02:00Z
 *     title: Retry test shared one clock # a label, like `events`
 *     events:
 *       - { tag: ERROR, after: cause, text: Parallel tests shared one clock, accept: [INSIGHT], important: true }
 *     dull:                              # true, but below what is worth logging
 *       - The retry test passes 100 times in a row
 *     steps:
 *       - user: the retry test is flaky
 *       - bash: go test ./...
 *         fails: "FAIL relay/retry"      # or output:, or refused: true | "the person's reason"
 *       - assistant: Found it. The tests share one clock.
 *         id: cause
 *
 * The step after `until` happens at that time, or later if those before it take longer. `model` changes the model.
 * Besides what `Steps` lists: `parallel: true` on a call makes it part of the same message as the call before it, and an
 * `agent` may have `steps` of its own. A typed prompt that begins a turn in plan mode needs no mark; the `plan` does it.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { TAGS } from '#src/format/tags.ts';

const text = z.string();
const optional = z.optional;
/** `true` for a refusal without a word, else what the person said. */
const Refusal = z.union([z.literal(true), text]);
/** What came of a call: one of output, fails and refused. Without any, the tool's own words of success. */
const outcome = {
  output: optional(text),
  fails: optional(text),
  code: optional(z.number()),
  refused: optional(Refusal),
  parallel: optional(z.literal(true)),
};
const Question = z.strictObject({
  header: text,
  question: text,
  options: z.array(z.union([text, z.strictObject({ label: text, description: text })])),
  /** One of the options, or words of the person's own. */
  answer: text,
});

const STEPS = {
  user: z.strictObject({ id: optional(text), user: text }),
  queued: z.strictObject({ id: optional(text), queued: text }),
  command: z.strictObject({ id: optional(text), command: text, body: optional(text), output: optional(text) }),
  assistant: z.strictObject({ id: optional(text), assistant: text }),
  thinking: z.strictObject({ id: optional(text), thinking: text }),
  bash: z.strictObject({ id: optional(text), bash: text, ...outcome }),
  edit: z.strictObject({ id: optional(text), edit: text, old: text, new: text, ...outcome }),
  write: z.strictObject({ id: optional(text), write: text, content: text, ...outcome }),
  read: z.strictObject({ id: optional(text), read: text, ...outcome }),
  tool: z.strictObject({ id: optional(text), tool: text, input: optional(z.record(text, z.unknown())), ...outcome }),
  plan: z.strictObject({ id: optional(text), plan: text, accepted: z.union([z.boolean(), text]) }),
  ask: z.strictObject({ id: optional(text), ask: z.array(Question) }),
  agent: z.strictObject({
    id: optional(text),
    agent: z.strictObject({
      type: text,
      description: text,
      prompt: text,
      answer: text,
      steps: optional(z.array(z.unknown())),
    }),
  }),
  interrupt: z.strictObject({ id: optional(text), interrupt: z.union([z.literal(true), z.literal('tool')]) }),
  compact: z.strictObject({ id: optional(text), compact: text, manual: optional(z.boolean()) }),
  wait: z.strictObject({ wait: z.number() }),
  until: z.strictObject({ until: text }),
  model: z.strictObject({ model: text }),
  customTitle: z.strictObject({ customTitle: text }),
  aiTitle: z.strictObject({ aiTitle: text }),
  pr: z.strictObject({
    id: optional(text),
    pr: z.strictObject({ number: z.number(), url: text, title: text }),
  }),
  end: z.strictObject({ end: z.enum(['clean', 'killed']) }),
} as const;

type StepSchemas = typeof STEPS;
export type StepKind = keyof StepSchemas;
/** A step with its kind; its place in the script gives it its ids. */
export type Step = { [Kind in StepKind]: { kind: Kind } & z.infer<StepSchemas[Kind]> }[StepKind];
export type StepOf<Kind extends StepKind> = Extract<Step, { kind: Kind }>;

const Label = z.strictObject({
  tag: z.enum(TAGS),
  after: text,
  text,
  accept: optional(z.array(z.enum(TAGS))),
  /** Other steps that say the same, such as the commit of a decision. */
  also: optional(z.array(text)),
  /** Whether a reader wants it a month later; without it, the event is merely true. */
  important: optional(z.literal(true)),
});
/** What a careful person would have logged, and the step that shows it. */
export type Label = z.infer<typeof Label>;

const Script = z.strictObject({
  about: text,
  language: text,
  project: text,
  branch: optional(text),
  start: z.union([text, z.date()]),
  model: optional(text),
  unattended: optional(z.boolean()),
  title: optional(text),
  events: optional(z.array(Label)),
  dull: optional(z.array(text)),
  steps: z.array(z.unknown()),
});

export interface SessionScript {
  /** Of the file, without its extension; ids are derived from it. */
  name: string;
  about: string;
  language: string;
  project: string;
  branch: string;
  start: Date;
  model: string;
  unattended: boolean;
  session?: string | undefined;
  title?: string | undefined;
  events: Label[];
  /** True sentences about the session that nobody would log. */
  dull: string[];
  steps: Step[];
}

/** Reads a script; throws with the file's name and the step where it is not one. */
export function parseSessionScript(yaml: string, name: string): SessionScript {
  const parsed = Script.safeParse(parse(yaml));
  if (!parsed.success) throw new Error(`${name}: ${z.prettifyError(parsed.error)}`);
  const { steps: given, start, events = [], dull = [], ...rest } = parsed.data;
  const steps = parseSteps(given, name);
  const ids = steps.flatMap((step) => ('id' in step && step.id !== undefined ? [step.id] : []));
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) throw new Error(`${name}: two steps have the id ${repeated}`);
  const lost = events.flatMap(({ after, also = [] }) => [after, ...also]).find((id) => !ids.includes(id));
  if (lost !== undefined) throw new Error(`${name}: no step has the id ${lost}`);
  const when = new Date(start);
  if (Number.isNaN(when.getTime())) throw new Error(`${name}: start is no time`);
  const { branch = 'HEAD', model = 'claude-opus-5-5', unattended = false } = rest;
  return { ...rest, branch, model, unattended, name, start: when, events, dull, steps };
}

export function parseSteps(given: readonly unknown[], name: string): Step[] {
  return given.map((value, index) => parseStep(value, `${name}, step ${index + 1}`));
}

function parseStep(value: unknown, place: string): Step {
  const keys = value !== null && typeof value === 'object' ? Object.keys(value) : [];
  const kind = (Object.keys(STEPS) as StepKind[]).find((key) => keys.includes(key));
  if (kind === undefined) throw new Error(`${place}: unknown step with ${keys.join(', ') || 'no keys'}`);
  const parsed = STEPS[kind].safeParse(value);
  if (!parsed.success) throw new Error(`${place}: ${z.prettifyError(parsed.error)}`);
  return { kind, ...parsed.data } as Step;
}

export function readSessionScript(path: string): SessionScript {
  return parseSessionScript(readFileSync(path, 'utf8'), basename(path).replace(/\.ya?ml$/, ''));
}
