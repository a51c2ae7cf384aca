/** What the row of an event, and of a prompt, says beside its text. */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { foundIn, namedRecords, type SourceKind, sourceOf } from '#src/format/event-source.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { counted } from '#src/lib/text/day.ts';

/** Where an event comes from, as a small mark says it. */
interface SourceMark {
  /** Written by the agent or a person, proved by the transcript besides, or only found there. */
  kind: 'logged' | 'proved' | 'found';
  word: string;
  /** The short hash of a commit that it comes from or that proves it; empty without one. */
  commit: string;
}

const WORDS: Readonly<Record<SourceKind, string>> = {
  commit: 'commit',
  plan: 'accepted plan',
  dialog: 'answered question',
  cause: 'stated cause',
  correction: 'accepted correction',
  prose: 'conversation',
};

/** The mark of an event. `evidence` are the sources that prove a logged event, such as `commit a1b2c3d`. */
export function sourceMark(
  event: Pick<ChronicleEvent, 'details' | 'found'>,
  evidence: readonly string[] = [],
): SourceMark {
  const source = foundIn(event);
  if (source !== null) return { kind: 'found', word: WORDS[source.from], commit: source.reference.slice(0, 7) };
  const { from, reference } = sourceOf(evidence[0] ?? '');
  if (from !== 'prose') return { kind: 'proved', word: WORDS[from], commit: reference.slice(0, 7) };
  return { kind: 'logged', word: namedRecords(event.details).length === 0 ? 'logged' : 'kept', commit: '' };
}

/**
 * The text of an event and its details, as they are written. A found event of a long sentence has its beginning as text and
 * all of it in the details: it is shown once.
 */
export function eventText(
  event: Pick<ChronicleEvent, 'text' | 'found'>,
  details: string,
): { text: string; details: string } {
  const [first = '', ...rest] = details.split('\n');
  const begun = event.text.endsWith('…') ? event.text.slice(0, -1).trimEnd() : '';
  if (begun === '' || event.found === undefined || !first.startsWith(begun)) return { text: event.text, details };
  return { text: first, details: rest.join('\n') };
}

/** What the agent did after a prompt: `9 files read · 3 edits · 2 test runs, 1 failed · 1 commit`. Empty if nothing. */
export function didWords({ did, commits }: { did: Facts['prompts'][number]['did']; commits: number }): string {
  const { reads, edits, commands, tests, failedTests } = did;
  const failed = failedTests > 0 ? `, ${failedTests === tests ? '' : `${failedTests} `}failed` : '';
  // A commit is a command too.
  const others = Math.max(0, commands - commits);
  return [
    reads > 0 ? `${counted(reads, 'file')} read` : '',
    edits > 0 ? counted(edits, 'edit') : '',
    tests > 0 ? `${counted(tests, 'test run')}${failed}` : '',
    others > 0 ? counted(others, 'command') : '',
    commits > 0 ? counted(commits, 'commit') : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
