/** Makes the transcript of a session of the sample, as the real client would have written it, from its timed steps. */
import type { Chronicle } from '#src/format/chronicle.ts';
import type { Layer } from '#src/lib/config.ts';
import { reminder } from '#src/record/reminder.ts';
import { type ScriptedTranscript, scriptedTranscript } from '../scripted-transcript.ts';
import { parseSteps } from '../session-script.ts';
import { toText } from '../transcript-writer.ts';
import type { SampleSource } from './sample-source.ts';
import { type Made, type SampleProject, sampleSteps } from './sample-steps.ts';

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
  const made: Made = { project, branch: frontMatter.branch, files: new Set(), added: 0, removed: 0 };
  const middle = ((timed[0]?.at ?? 0) + (timed.at(-1)?.at ?? 0)) / 2;
  const changed = timed.findIndex(({ at }) => at > middle);
  const steps = timed.flatMap((step, index) => [
    ...(index === changed ? others.map((model) => ({ model })) : []),
    { until: new Date(step.at).toISOString() },
    step.script(`${name} ${index}`, made),
    ...(index === 1 && source.title !== undefined ? [{ aiTitle: source.title }] : []),
  ]);
  const transcript = scriptedTranscript({
    name,
    about: '',
    language: 'en',
    project: frontMatter.cwd ?? '',
    branch: frontMatter.branch,
    start: new Date(timed[0]?.at ?? 0),
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
