import { formatProblems, problemEntries } from '#src/cli/archive/format-problems.ts';
import { cells, TAG_WIDTH } from '#src/cli/terminal/table.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import { stateReason } from '#src/posts/drafts/draft-state.ts';
import { sourceDigest } from '#src/posts/drafts/source-digest.ts';
import { findingLines } from '#src/posts/export/check-findings.ts';
import type { PreparedDraft } from '#src/posts/export/prepare-draft.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { localDay } from '#src/text/day.ts';
import { draftEntry } from './format-drafts.ts';
import { listedFindings } from './format-finding.ts';

const LINE = 200;

/** One draft as text: title, state and why, beats, sources, findings by kind and place, exports, problems. */
export function formatDraft(prepared: PreparedDraft, sessions: DraftSessions): string {
  const { resolved, post, findings } = prepared;
  const { draft } = resolved;
  const open = findings.filter(({ decision }) => decision === null);
  return [
    clip(oneLine(post.title), LINE),
    reasonOf(prepared, sessions),
    draft.directory,
    ...(post.description === '' ? [] : ['', clip(oneLine(post.description), LINE)]),
    ...section('Beats', beatLines(prepared)),
    ...section('Sources', sourceLines(prepared)),
    ...section('Must be decided', findingLines(open.filter((finding) => finding.class === 'must'))),
    ...section('Perhaps private', findingLines(open.filter((finding) => finding.class === 'review'))),
    ...section(
      'Exports',
      draft.settings.exports.map(({ target, at, file }) => `${localDay(at)}  ${target}  ${file}`),
    ),
    ...(resolved.problems.length === 0 ? [] : ['', 'Problems', formatProblems(resolved.problems)]),
  ].join('\n');
}

/** One draft for a script. No text of a finding is in it. */
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

function beatLines({ resolved, beatTexts }: PreparedDraft): string[] {
  return resolved.beats.map(({ role, session, event }, place) => {
    const text = oneLine(beatTexts[place] ?? '');
    return clip(cells([role, 8], [`${session.id}#${event.id}`], [event.tag, TAG_WIDTH], [text]), LINE);
  });
}

function sourceLines({ resolved }: PreparedDraft): string[] {
  return [
    ...resolved.sources.map((session) => {
      const changed = hasChanged(resolved.draft, session) ? '  changed since the draft was made' : '';
      return `${session.name}  ${session.project.slug}  ${session.id}${changed}`;
    }),
    ...resolved.missing.map((id) => `${id}  not in the archive`),
  ];
}

function hasChanged({ settings }: Draft, session: PreparedDraft['resolved']['sources'][number]): boolean {
  const source = settings.sources.find((each) => each.session === session.id);
  return source !== undefined && source.digest !== '' && source.digest !== sourceDigest([session]);
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${heading} (${lines.length})`, ...lines.map((line) => `  ${line}`)];
}
