import { dirname } from 'node:path';
import type { Facts, HarvestedFacts } from '#src/transcript/facts.ts';
import { factsPath, isFactsName } from '#src/lib/paths.ts';
import { namesIn } from '../lib/names-in.ts';
import { READ } from '../lib/open-flags.ts';
import { readBeginning } from '../lib/read-file.ts';
import { readFacts } from './facts-file.ts';
import { readFactsHead } from './write-facts.ts';
import type { SessionTranscripts } from './session-transcripts.ts';

/** A session of its own starts at most this long after its chronicle (ms). */
const SLACK = 60_000;
/** Where a transcript has its first prompt, after what the host writes before it (bytes). */
const BEGINNING = 512 * 1024;
/** More transcripts of a project are not looked into. */
const MOST_LOOKS = 300;

type Prompt = Facts['prompts'][number];

interface Copy {
  chronicle: string;
  sessionId: string;
  transcripts: SessionTranscripts;
  /** When the session began, in milliseconds. */
  began: number;
}

/**
 * Whether a session's transcript begins with a copy of another one's, as with a fork, or with a session that old versions of
 * Claude Code resumed: its first prompt is older than the session, and is the first prompt of another session of the
 * project, by that one's facts or transcript. An only session with old prompts was running before session-chronicle was
 * installed.
 */
export function isCopied({ head, prompts }: HarvestedFacts, { began, ...copy }: Copy): boolean {
  const [first] = prompts;
  if (!first || !(began - Date.parse(first.at) > SLACK)) return false;
  return isInFacts(first, head.from, copy) || isInTranscripts(first, copy);
}

function isInFacts(prompt: Prompt, from: string | null, { chronicle, sessionId }: Omit<Copy, 'began'>): boolean {
  const directory = dirname(factsPath(chronicle));
  return namesIn(directory)
    .filter(isFactsName)
    .some((name) => {
      const other = readFactsHead(`${directory}/${name}`).head;
      if (!other || other.session_id === sessionId || other.from !== from) return false;
      return isFirst(prompt, readFacts(`${directory}/${name}`).facts);
    });
}

/** Whether it is the first prompt of these facts. Copies may have new ids. */
function isFirst({ record, at, text }: Prompt, facts: Facts | null): boolean {
  const [first] = facts?.prompts ?? [];
  return first !== undefined && (first.record === record || (first.at === at && first.text === text));
}

/** Whether another transcript in the same folder begins with this prompt: its id, or its time to the millisecond. */
function isInTranscripts({ record, at }: Prompt, { transcripts }: Omit<Copy, 'began'>): boolean {
  const own = new Set(transcripts.files.map(({ path }) => path));
  const marks = [`"${record}"`, `"${at}"`];
  return [...new Set([...own].map((path) => dirname(path)))].some((folder) =>
    namesIn(folder)
      .filter((name) => name.endsWith('.jsonl') && !name.startsWith('agent-'))
      .map((name) => `${folder}/${name}`)
      .filter((path) => !own.has(path))
      .slice(0, MOST_LOOKS)
      .some((path) => {
        const beginning = readBeginning(path, BEGINNING, READ) ?? '';
        return marks.some((mark) => beginning.includes(mark));
      }),
  );
}
