/**
 * The first stage of an export, and all that draft pages need: resolves a draft in the archive, scans it and builds the
 * post. The next stages are `checkFindings` and `planPost`. None of them touches a file.
 */
import { leftOutEvents, openCounts } from '#src/redaction/decisions.ts';
import { applyEdits, editsIn } from '#src/redaction/edits.ts';
import type { Finding, Fragment } from '#src/redaction/finding.ts';
import { type Scanner, scan, withoutSecrets } from '#src/redaction/scan.ts';
import { localDay } from '#src/lib/text/day.ts';
import type { Draft, DraftState, DraftTask } from '../drafts/draft.ts';
import { nextTask, stateOf } from '../drafts/draft-state.ts';
import { BEAT_ROLES } from '../narrative/beats.ts';
import { buildPost } from './build-post.ts';
import type { DraftArchive } from './draft-lookup.ts';
import type { Post } from './post.ts';
import { type ResolvedBeat, type ResolvedDraft, resolveDraft } from './resolve-draft.ts';

/** A draft as it would be published now, and its findings. */
export interface PreparedDraft {
  resolved: ResolvedDraft;
  /** All findings with their decisions. */
  findings: Finding[];
  /** How many findings are undecided. */
  open: { must: number; review: number };
  /** The redacted post: decisions are applied, and every undecided `must` is replaced. */
  post: Post;
  /** The texts of all the draft's beats, in order and redacted like the post, even those it does not quote. */
  beatTexts: string[];
  state: DraftState;
  next: DraftTask | null;
}

/** The detectors to scan a draft with, and today's date. */
export interface ScanContext extends Scanner {
  /** `YYYY-MM-DD` on this machine: the date of a post at its first export. */
  today: string;
  /** Problems in the owner's list of names. Names in unreadable entries are not looked for. */
  problems: ResolvedDraft['problems'];
}

/** Resolves a draft, scans everything it would publish, and builds the post. Touches no file. */
export async function prepareDraft(
  draft: Draft,
  archive: DraftArchive,
  { detectors, hash, today, problems }: ScanContext,
): Promise<PreparedDraft> {
  const read = resolveDraft(draft, archive);
  const resolved = { ...read, problems: [...read.problems, ...problems] };
  const date = dateOf(draft, today);
  const fragments: Fragment[] = [];
  const record = (fragment: Fragment) => {
    fragments.push(fragment);
    return [];
  };
  buildPost(resolved, { date, leftOut: new Set(), editsOf: record });
  const findings = await scan(fragments, { detectors, decisions: draft.decisions, hash });
  const open = openCounts(findings);
  const post = buildPost(resolved, {
    date,
    leftOut: leftOutEvents(findings),
    editsOf: (fragment) => editsIn(fragment, findings),
  });
  const beats = resolved.beats.map((beat) => beatFragment(beat));
  const inBeats = await scan(beats, { detectors, decisions: draft.decisions, hash });
  const beatTexts = beats.map((beat) => applyEdits(beat.text, editsIn(beat, [...findings, ...inBeats])));
  const next = nextTask(draft, { open, problems: resolved.problems.length, sessions: archive.sessions });
  return { resolved, findings, open, post, beatTexts, state: stateOf(draft), next };
}

function beatFragment({ role, session, event }: ResolvedBeat): Fragment {
  const id = `${session.id}#${event.id}`;
  return { text: event.text, place: `beat ${BEAT_ROLES[role]}`, event: { id, tag: event.tag } };
}

/** Exporting again keeps the date, so the same draft gives the same file. */
function dateOf({ settings }: Draft, today: string): string {
  const [first] = settings.exports;
  return first ? localDay(first.at) : today;
}

/** Problems that are safe to print: they may quote the draft, so secrets are replaced. */
export function printableProblems(problems: ResolvedDraft['problems'], scanner: Scanner): Promise<typeof problems> {
  return Promise.all(
    problems.map(async ({ path, problem }) => {
      const message = await withoutSecrets(problem.message, scanner);
      const advice = await withoutSecrets(problem.advice, scanner);
      return { path, problem: { ...problem, message, advice } };
    }),
  );
}
