import { memoryRecordOf } from '#src/memory/misses/memory-record.ts';
import type { ArchiveSnapshot } from '#src/node/archive/archive.ts';
import { allDetectors } from '#src/node/redaction/detectors.ts';
import { findingHash } from '#src/node/redaction/finding-hash.ts';
import { readRedactFile } from '#src/node/redaction/redact-file.ts';
import type { World } from '#src/node/world.ts';
import type { Draft, DraftState } from '#src/posts/drafts/draft.ts';
import { stateOf } from '#src/posts/drafts/draft-state.ts';
import { buildPost } from '#src/posts/export/build-post.ts';
import type { DraftArchive } from '#src/posts/export/draft-lookup.ts';
import type { Post } from '#src/posts/export/post.ts';
import { type ResolvedBeat, type ResolvedDraft, resolveDraft } from '#src/posts/export/resolve-draft.ts';
import { BEAT_ROLES } from '#src/posts/narrative/beats.ts';
import type { Series } from '#src/posts/series/series.ts';
import type { Layout } from '#src/project/paths.ts';
import { leftOutEvents, openCounts } from '#src/redaction/decisions.ts';
import { applyEdits, editsIn } from '#src/redaction/edits.ts';
import type { Finding, Fragment } from '#src/redaction/finding.ts';
import type { Detector } from '#src/redaction/match.ts';
import { scan } from '#src/redaction/scan.ts';
import { localDay } from '#src/text/day.ts';
import { memoised } from '#src/value/memo.ts';

/** A draft as it would be published now, and what is to be decided before. */
export interface PreparedDraft {
  resolved: ResolvedDraft;
  /** Every finding with what was decided about it. */
  findings: Finding[];
  /** Findings without a decision. */
  open: { must: number; review: number };
  /** Redacted: every open `must` is replaced, and what was decided is done. */
  post: Post;
  /** The texts of the resolved draft's beats in their order, redacted as the post is, whether they stand in it or not. */
  beatTexts: string[];
  state: DraftState;
}

/** What a draft is scanned with. */
export interface Surroundings {
  detectors: Detector[];
  /** A digest of a text that tells nothing of it: `findingHash`. */
  hash(text: string): string;
  /** `YYYY-MM-DD` on this machine: the date of a post that was not exported before. */
  today: string;
  /** What is wrong with the owner's list of names. A name that it cannot tell is not looked for. */
  problems: ResolvedDraft['problems'];
}

/** Resolves a draft, scans all that it would publish, and makes the post. Touches no file. */
export async function prepareDraft(
  draft: Draft,
  archive: DraftArchive,
  { detectors, hash, today, problems }: Surroundings,
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
  const state = stateOf(draft, { open, problems: resolved.problems.length, sessions: archive.sessions });
  return { resolved, findings, open, post, beatTexts, state };
}

function beatFragment({ role, session, event }: ResolvedBeat): Fragment {
  const id = `${session.id}#${event.id}`;
  return { text: event.text, place: `beat ${BEAT_ROLES[role]}`, event: { id, tag: event.tag } };
}

/** A post keeps its date when it is exported again, so that the same draft makes the same file. */
function dateOf({ settings }: Draft, today: string): string {
  const [first] = settings.exports;
  return first ? localDay(first.at) : today;
}

/** What a draft is scanned with on this machine: secrets, and the names in its owner's archive. */
export async function surroundingsOf(
  world: World,
  layout: Layout,
  { sessions }: ArchiveSnapshot,
): Promise<Surroundings> {
  const { env, home, host, now } = world;
  const list = readRedactFile(layout);
  const detectors = await allDetectors({ list, env, home, host, sessions });
  const problems = list.problems.map((problem) => ({ path: layout.redact, problem }));
  return { detectors, hash: findingHash, today: localDay(now().toISOString()), problems };
}

const recordOf = memoised(({ sessions, memory, clusters }: ArchiveSnapshot) =>
  memoryRecordOf({ sessions, memory, clusters: clusters.decisions }),
);

/** What drafts can name. The same snapshot has the same record of memory. */
export function draftArchiveOf(snapshot: ArchiveSnapshot, series: readonly Series[]): DraftArchive {
  return { sessions: snapshot.sessions, record: recordOf(snapshot), series };
}
