import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Session } from '#src/format/session.ts';
import { formatProblems, problemEntries } from '#src/cli/format-problems.ts';
import { table } from '#src/cli/terminal/table.ts';
import { bold, dim, joined, line, red, type Text, tagged, yellow } from '#src/cli/terminal/text.ts';
import { measureOf, wrap } from '#src/cli/terminal/wrap.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import { stateReason } from '#src/posts/drafts/draft-state.ts';
import { sourceDigest } from '#src/posts/drafts/source-digest.ts';
import { findingLines } from '#src/posts/export/check-findings.ts';
import type { PreparedDraft } from '#src/posts/export/prepare-draft.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { localDay } from '#src/lib/text/day.ts';
import { draftEntry } from './format-drafts.ts';
import { listedFindings } from './format-finding.ts';

/** People refer to a session by the beginning of its id. */
const SHORT_ID = 8;

/** One draft as text: title, state, beats, sessions, findings by kind and place, exports and problems. */
export function formatDraft(prepared: PreparedDraft, sessions: DraftSessions, width: number): Text {
  const { resolved, post, findings } = prepared;
  const { draft } = resolved;
  const open = findings.filter(({ decision }) => decision === null);
  const [must, review] = [open.filter((each) => each.class === 'must'), open.filter((each) => each.class === 'review')];
  const { exports } = draft.settings;
  const list = (rows: readonly (readonly Text[])[]) => table(rows, { width, indent: 2, keep: [0, 1, 2] });
  const parts = [
    joined([bold(oneLine(post.title)), wrap(reasonOf(prepared, sessions), measureOf(width)), dim(draft.directory)]),
    ...(post.description === '' ? [] : [wrap(oneLine(post.description), measureOf(width))]),
    ...section('Beats', resolved.beats, () => list(beatRows(prepared))),
    ...section('Sessions', [...resolved.sources, ...resolved.missing], () => list(sourceRows(prepared))),
    ...section('Must be decided', must, () => list(findingLines(must).map((line) => [red(line)]))),
    ...section('Possibly private', review, () => list(findingLines(review).map((line) => [line]))),
    ...section('Exports', exports, () =>
      list(exports.map(({ target, at, file }) => [localDay(at), target, dim(file)])),
    ),
    ...section('Problems', resolved.problems, () => red(formatProblems(resolved.problems))),
  ];
  return joined(parts, '\n\n');
}

/** One draft as JSON. It contains no text of a finding. */
export function draftJson(prepared: PreparedDraft, sessions: DraftSessions): Record<string, unknown> {
  const { resolved, post, beatTexts, findings } = prepared;
  const { settings } = resolved.draft;
  return {
    ...draftEntry(prepared),
    why: reasonOf(prepared, sessions),
    description: post.description,
    tags: post.tags,
    series: settings.series,
    beats: resolved.beats.map(({ role, session, event }, place) => ({
      role,
      event: `${session.id}#${event.id}`,
      tag: event.tag,
      text: beatTexts[place] ?? '',
    })),
    sources: resolved.sources.map((session) => ({
      id: session.id,
      name: session.name,
      project: session.project.slug,
      date: session.chronicle.frontMatter.date,
      changed: hasChanged(resolved.draft, session),
    })),
    missing: resolved.missing,
    findings: listedFindings(findings),
    exports: settings.exports,
    problems: problemEntries(resolved.problems),
  };
}

type DraftSessions = Parameters<typeof stateReason>[1]['sessions'];

function reasonOf({ resolved, open }: PreparedDraft, sessions: DraftSessions): string {
  return stateReason(resolved.draft, { open, problems: resolved.problems.length, sessions });
}

function beatRows({ resolved, beatTexts }: PreparedDraft): Text[][] {
  return resolved.beats.map(({ role, session, event }, place) => [
    role,
    dim(eventName(resolved, session, event)),
    tagged(event.tag),
    oneLine(beatTexts[place] ?? ''),
  ]);
}

/** The shortest name that `chronicle draft beat` takes: the id of an event in the draft's sessions, else with its session. */
function eventName({ sources }: PreparedDraft['resolved'], session: Session, { id }: ChronicleEvent): string {
  const holders = sources.filter(({ chronicle }) => chronicle.events.some((event) => event.id === id));
  return holders.length === 1 && holders[0] === session ? id : `${session.name}#${id}`;
}

function sourceRows({ resolved }: PreparedDraft): Text[][] {
  return [
    ...resolved.sources.map((session) => [
      session.name,
      session.project.slug,
      dim(session.id.slice(0, SHORT_ID)),
      hasChanged(resolved.draft, session) ? yellow('changed since the draft was made') : '',
    ]),
    ...resolved.missing.map((id) => [red('not in the archive'), '', dim(id)]),
  ];
}

function hasChanged({ settings }: Draft, session: Session): boolean {
  const source = settings.sources.find((each) => each.session === session.id);
  return source !== undefined && source.digest !== '' && source.digest !== sourceDigest([session]);
}

/** A heading with the number of items, and the items; nothing if there are none. */
function section(heading: string, items: readonly unknown[], body: () => Text): Text[] {
  return items.length === 0 ? [] : [line`${bold(`${heading} (${items.length})`)}\n${body()}`];
}
