import { closeSync, mkdirSync, openSync, utimesSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { falling, type Random, seeded, weighted } from './random.ts';
import { WORDS } from './words.ts';

const word = weighted(WORDS, falling(0.8));
const PROJECTS = 12;

/** How many sessions, and what is in each. */
export interface TranscriptPlan {
  sessions: number;
  /** How large a transcript gets, at least: turns are added until it is. */
  bytes: number;
  /** Calls in a turn. */
  calls: number;
  /** Characters that a call prints. */
  output: number;
  /** Characters in each record of the host: system prompts and requests. */
  host: number;
}

/**
 * Half an hour of work, in the mix of real transcripts: four tenths are the host's own records (requests, prompts, tools), a
 * third is tool output, the rest is conversation.
 */
export const WORK: Omit<TranscriptPlan, 'sessions'> = { bytes: 2e6, calls: 8, output: 3500, host: 5000 };

/** Writes transcripts into `<config>/projects` and returns their paths. */
export function writeTranscripts(config: string, plan: TranscriptPlan): string[] {
  const random = seeded(7);
  const paths: string[] = [];
  for (let n = 0; n < plan.sessions; n++) {
    const project = `/home/robin/code/project-${n % PROJECTS}`;
    const folder = join(config, 'projects', project.replaceAll('/', '-'));
    mkdirSync(folder, { recursive: true });
    const id = `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
    const path = join(folder, `${id}.jsonl`);
    // Half an hour apart, so that even many sessions have begun before today.
    const start = Date.UTC(2025, 0, 1) + n * 1_800_000;
    writeTranscript(path, { id, project, random, start, plan });
    // A session whose transcript is still being written is skipped.
    utimesSync(path, 1e9, 1e9);
    paths.push(path);
  }
  return paths;
}

interface Session {
  id: string;
  project: string;
  random: Random;
  start: number;
  plan: TranscriptPlan;
}

function writeTranscript(path: string, session: Session): void {
  const file = openSync(path, 'w');
  let written = 0;
  for (let turn = 0; written < session.plan.bytes; turn++) {
    const text = turnOf(session, turn)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join('');
    written += writeSync(file, text);
  }
  closeSync(file);
}

/** A prompt, the host's own records, and tool calls with their output; some fail. */
function turnOf({ id, project, random, start, plan }: Session, turn: number): unknown[] {
  let step = 0;
  const stamp = () => {
    const uuid = `${id.slice(0, 8)}-${turn.toString(16).padStart(4, '0')}-4000-8000-${(step++).toString(16).padStart(12, '0')}`;
    const timestamp = new Date(start + turn * 60_000 + step * 1000).toISOString();
    return { uuid, timestamp, cwd: project, sessionId: id, version: '2.1.329', gitBranch: 'main', entrypoint: 'cli' };
  };
  const record = (type: string, content: unknown, more = {}) => ({
    parentUuid: null,
    isSidechain: false,
    type,
    message: { role: type, content },
    ...more,
    ...stamp(),
  });
  const prose = (length: number) => {
    let text = '';
    while (text.length < length) text += `${word(random)}${random() < 0.1 ? '.\n' : ' '}`;
    return text;
  };
  const calls = Array.from({ length: plan.calls }, (_, n) => callOf({ turn, n, random, prose, record, plan }));
  return [
    { type: 'file-history-snapshot', messageId: id, snapshot: {}, isSnapshotUpdate: false },
    record('user', prose(200), { promptSource: 'typed', origin: { kind: 'human' } }),
    {
      parentUuid: null,
      isSidechain: false,
      attachment: { type: 'prompt_snapshot', systemPrompt: [prose(plan.host)] },
      type: 'attachment',
      ...stamp(),
    },
    ...Array.from({ length: 6 }, () => ({
      type: 'api-request-blob',
      sessionId: id,
      hash: id,
      message: prose(plan.host),
    })),
    ...calls.flat(),
    record('assistant', [{ type: 'text', text: prose(Math.min(1500, plan.output)) }]),
  ];
}

interface CallOptions {
  turn: number;
  n: number;
  random: Random;
  prose: (length: number) => string;
  record: (type: string, content: unknown, more?: object) => unknown;
  plan: TranscriptPlan;
}

function callOf({ turn, n, random, prose, record, plan }: CallOptions): unknown[] {
  const id = `toolu_${turn}_${n}`;
  const isFailing = random() < 0.1;
  const text = isFailing ? `Exit code 1\n${prose(300)}` : prose(plan.output);
  return [
    record('assistant', [
      { type: 'tool_use', id, name: 'Bash', input: { command: `npm test -- part-${n}`, description: prose(60) } },
    ]),
    record('user', [{ type: 'tool_result', tool_use_id: id, content: text, is_error: isFailing }], {
      toolUseResult: isFailing ? `Error: ${text}` : { stdout: text, stderr: '', interrupted: false },
    }),
  ];
}
