/** Makes the transcript of a session of the sample, as the real client would have written it, from its timed steps. */
import type { Chronicle } from '#src/format/chronicle.ts';
import { writtenDetails } from '#src/format/event-source.ts';
import type { Layer } from '#src/lib/config.ts';
import { reminder } from '#src/record/reminder.ts';
import { type ScriptedTranscript, scriptedTranscript } from '../scripted-transcript.ts';
import { parseSteps } from '../session-script.ts';
import { toText } from '../transcript-writer.ts';
import { codeLines } from './code-lines.ts';
import type { SampleSource } from './sample-source.ts';
import { type Step, sampleSteps, type TimedStep } from './sample-steps.ts';
import { failedTests, passedTests, TEST_COMMANDS } from './test-output.ts';

/** The projects of the sample. */
export type SampleProject = keyof typeof TEST_COMMANDS;

const MODELS: Record<string, string> = {
  opus: 'claude-opus-4-6',
  sonnet: 'claude-sonnet-4-6',
  haiku: 'claude-haiku-4-5',
};

/** The transcript of a session. `name` is its file's name without an ending. */
export function sampleTranscript(
  source: SampleSource,
  chronicle: Chronicle,
  { name, project, briefing }: { name: string; project: SampleProject; briefing: string | null },
): ScriptedTranscript {
  const { frontMatter } = chronicle;
  const timed = sampleSteps(source, chronicle);
  const [first = 'opus', ...others] = (source.models ?? [source.model ?? 'opus']).map(
    (model) => MODELS[model] ?? model,
  );
  const expansion = new Expansion(project, frontMatter.branch);
  const changed = timed.findIndex(({ at }) => at > middleOf(timed));
  const steps = timed.flatMap((step, index) => [
    ...(index === changed ? others.map((model) => ({ model })) : []),
    { until: new Date(step.at).toISOString() },
    ...expansion.steps(step, `${name} ${index}`),
    ...(index === 1 && source.title !== undefined ? [{ aiTitle: source.title }] : []),
  ]);
  const transcript = scriptedTranscript({
    name,
    about: '',
    language: 'en',
    project: frontMatter.cwd ?? '',
    branch: frontMatter.branch,
    start: new Date(timed[0]?.at ?? 0),
    version: '2.1.329',
    model: first,
    unattended: frontMatter.attended === 'no',
    session: frontMatter.session_id,
    events: [],
    dull: [],
    steps: parseSteps([...steps, { end: source.end ?? 'clean' }], name),
  });
  return withReminder(transcript, frontMatter.date, briefing);
}

/** The agent was told about the notebook from this day on. */
const FIRST_NOTES = '2026-08-28';

/** A transcript with what the hook told the agent. Without a briefing it comes last, so that the other records keep their lines. */
function withReminder(transcript: ScriptedTranscript, date: string, briefing: string | null): ScriptedTranscript {
  const { id, file } = transcript;
  const layers: Layer[] = date >= FIRST_NOTES ? ['notes'] : [];
  if (briefing !== null) layers.push('observations');
  const reminded = reminder(`/home/robin/.claude/projects/${file}`, layers);
  const content = [briefing === null ? reminded : `${reminded}\n${briefing}`];
  const attachment = { type: 'hook_additional_context', hookName: 'SessionStart', hookEvent: 'SessionStart', content };
  const told = { type: 'attachment', attachment, sessionId: id, isSidechain: false };
  const records = briefing === null ? [...transcript.records, told] : [told, ...transcript.records];
  return { ...transcript, records, text: toText(records) };
}

function middleOf(timed: readonly TimedStep[]): number {
  return ((timed[0]?.at ?? 0) + (timed.at(-1)?.at ?? 0)) / 2;
}

class Expansion {
  readonly #project: SampleProject;
  readonly #branch: string;
  #changes = { files: new Set<string>(), added: 0, removed: 0 };

  constructor(project: SampleProject, branch: string) {
    this.#project = project;
    this.#branch = branch;
  }

  /** A step as a session script has it. `place` is different for each. */
  steps(step: Step, place: string): object[] {
    switch (step.kind) {
      case 'prompt':
        return [step.isQueued ? { queued: step.text } : { user: step.text }];
      case 'command':
        return [{ command: step.text }];
      case 'say':
        return [{ assistant: step.text }];
      case 'read':
        return [{ read: step.path, output: `${codeLines(step.path, place, 24).join('\n')}\n` }];
      case 'web':
        return [webStep(step)];
      case 'mcp':
        return [{ tool: `mcp__${step.name}__list_issues`, input: { state: 'open' }, output: '[]' }];
      case 'skill':
        return [{ tool: 'Skill', input: { skill: step.name }, output: `Launching skill: ${step.name}` }];
      case 'agent':
        return [
          { agent: { type: step.type, description: step.description, prompt: step.description, answer: step.answer } },
        ];
      case 'ask': {
        const { header, question, options, answer } = step;
        return [{ ask: [{ header, question, options, answer }] }];
      }
      case 'plan':
        return [{ plan: step.text, accepted: true }];
      case 'edit':
        return [this.#edit(step, place)];
      case 'test':
        return [this.#test(step, place)];
      case 'run':
        return [step.fails === null ? { bash: step.command, output: 'ok' } : { bash: step.command, fails: step.fails }];
      case 'interrupt':
        return [{ interrupt: true }];
      case 'compact':
        return [{ compact: step.summary }];
      case 'commit':
        return [this.#commit(step)];
      case 'pr': {
        const url = `https://github.com/robin-at-home/${this.#project}/pull/${step.number}`;
        return [{ pr: { number: step.number, url, title: step.title } }];
      }
      case 'log':
        return [logStep(step)];
    }
  }

  #edit({ path, added, removed, isNew, diff }: Extract<Step, { kind: 'edit' }>, place: string): object {
    this.#changes.files.add(path);
    this.#changes.added += added;
    this.#changes.removed += removed;
    if (isNew) return { write: path, content: `${codeLines(path, place, added).join('\n')}\n` };
    const lines = diff?.trim().split('\n') ?? [];
    const written = (sign: string, count: number, kind: string) => {
      const own = lines.flatMap((line) => (line.startsWith(sign) ? line.slice(1) : []));
      return [...own, ...codeLines(path, `${kind} ${place}`, Math.max(0, count - own.length))];
    };
    // An edit that only adds needs a line to find its place.
    const around = removed === 0 ? codeLines(path, `around ${place}`, 1) : [];
    const old = [...around, ...written('-', removed, 'old')];
    return { edit: path, old: old.join('\n'), new: [...around, ...written('+', added, 'new')].join('\n') };
  }

  #test({ isFailed, fails, tested = '' }: Extract<Step, { kind: 'test' }>, place: string): object {
    const bash = TEST_COMMANDS[this.#project];
    return isFailed
      ? { bash, fails: fails ?? failedTests(this.#project, tested, place) }
      : { bash, output: passedTests(this.#project, place) };
  }

  #commit({ hash, subject, body }: Extract<Step, { kind: 'commit' }>): object {
    const { files, added, removed } = this.#changes;
    this.#changes = { files: new Set(), added: 0, removed: 0 };
    const message =
      body === '' ? `'${subject.replaceAll("'", "'\\''")}'` : `"$(cat <<'EOF'\n${subject}\n\n${body}\nEOF\n)"`;
    const answer = `[${this.#branch} ${hash}] ${subject}\n ${Math.max(1, files.size)} files changed, ${added} insertions(+), ${removed} deletions(-)`;
    return { bash: `git add -A && git commit -m ${message}`, output: answer };
  }
}

function webStep({ target, isSearch }: Extract<Step, { kind: 'web' }>): object {
  return isSearch
    ? { tool: 'WebSearch', input: { query: target }, output: 'Links: []' }
    : { tool: 'WebFetch', input: { url: target, prompt: 'What does it say?' }, output: 'It says how it works.' };
}

function logStep({ event }: Extract<Step, { kind: 'log' }>): object {
  const details = writtenDetails(event);
  const lines = [`[${event.tag}] ${event.text}`, ...(details === '' ? [] : [details])].join('\n');
  return { bash: `chronicle log <<'CHRONICLE'\n${lines}\nCHRONICLE`, output: `Logged ${event.tag} ${event.id}.` };
}
