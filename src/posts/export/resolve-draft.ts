/**
 * Resolves a draft's components, beats and sources in an archive: ids become events, groups and projects. Unknown names
 * are reported with their line and omitted.
 *
 *     <Lifeline group="c-1a2b3c4d" />    ->    { kind: 'figure', name: 'lifeline', figure: { kind: 'lifeline', group } }
 */

import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { type Problem, problemAt } from '#src/format/problem.ts';
import type { Session } from '#src/format/session.ts';
import type { Block } from '#src/lib/text/blocks.ts';
import { readDraftBody } from '#src/posts/drafts/draft-body.ts';
import type { DraftComment } from '#src/posts/drafts/draft-tree.ts';
import { compare } from '#src/lib/compare.ts';
import type { Draft } from '../drafts/draft.ts';
import type { BeatRole } from '../narrative/beats.ts';
import { type DraftArchive, DraftLookup } from './draft-lookup.ts';
import { type FigureData, resolveComponent } from './resolve-component.ts';

/** A draft with everything it refers to. Not redacted. */
export interface ResolvedDraft {
  draft: Draft;
  title: string;
  description: string;
  tags: string[];
  /** The title of its series, and its part there, from 1; null without a series. */
  seriesName: string | null;
  part: number | null;
  /** Its source sessions, oldest first. */
  sources: Session[];
  /** The ids of sources that are not in the archive. */
  missing: string[];
  /** The beats whose event was found, in the draft's order. */
  beats: ResolvedBeat[];
  parts: ResolvedPart[];
  /** Notes of the author's in the text, which are never published. */
  comments: DraftComment[];
  /** Problems of the draft's files and text, and unknown names; `path` is absolute. */
  problems: { path: string; problem: Problem }[];
}

export interface ResolvedBeat {
  role: BeatRole;
  session: Session;
  event: ChronicleEvent;
}

/** A part of the text, with its line in draft.mdx. */
export type ResolvedPart = { line: number } & (
  | { kind: 'block'; block: Block }
  | { kind: 'event'; session: Session; event: ChronicleEvent }
  | { kind: 'beats' }
  /** `name` is unique in the draft: `lifeline`, `lifeline-2`. */
  | { kind: 'figure'; name: string; figure: FigureData }
);

/** Reads a draft's text and looks up everything it refers to. Never throws on content. */
export function resolveDraft(draft: Draft, archive: DraftArchive): ResolvedDraft {
  const { title, description, tags, series } = draft.settings;
  const lookup = new DraftLookup(archive);
  const inSettings: Problem[] = [];
  const note = (name: string, what: string, nearest?: string) => {
    const { line, column } = draft.places?.get(name) ?? { line: 1, column: 1 };
    inSettings.push(problemAt('CHRONICLE_DRAFT_UNKNOWN', line, column, what, nearest));
  };

  const found = draft.settings.sources.map(({ session: id }) => ({ id, session: lookup.session(id) }));
  const missing = found.flatMap(({ id, session }) => (session ? [] : [id]));
  for (const id of missing) note(id, 'source session', lookup.nearestSession(id));
  const sources = found.flatMap(({ session }) => session ?? []).sort(byStart);

  const beats = draft.settings.beats.flatMap(({ role, event }) => {
    const occurrence = lookup.event(event);
    if (!occurrence) note(event, `event for the beat "${role}"`, lookup.nearestEvent(event));
    else return [{ role, ...occurrence }];
    return [];
  });

  const seriesName = archive.series.find(({ slug }) => slug === series?.slug)?.title ?? null;
  if (series && seriesName === null) note(series.slug, 'series', lookup.nearestSeries(series.slug));

  const body = resolveBody(draft.body, lookup);
  // In a dry run, a new draft has no directory.
  const pathOf = (file: string) => (draft.directory === '' ? file : `${draft.directory}/${file}`);
  const at = (file: string) => (problem: Problem) => ({ path: pathOf(file), problem });
  const isUnread = draft.problems.some(({ path }) => path === pathOf('draft.mdx'));
  if (body.parts.length + body.problems.length === 0 && !isUnread)
    body.problems.push(problemAt('CHRONICLE_DRAFT_EMPTY', 1, 1));
  return {
    draft,
    title,
    description,
    tags,
    seriesName,
    part: seriesName === null ? null : (series?.part ?? null),
    sources,
    missing,
    beats,
    parts: body.parts,
    comments: body.comments,
    problems: [...draft.problems, ...inSettings.map(at('draft.yml')), ...body.problems.map(at('draft.mdx'))],
  };
}

function resolveBody(text: string, lookup: DraftLookup) {
  const body = readDraftBody(text);
  const problems = [...body.problems];
  const names = new Map<string, number>();
  const parts = body.parts.flatMap((part): ResolvedPart[] => {
    const { line } = part;
    if (part.kind !== 'component') return [{ line, kind: 'block', block: part }];
    const resolved = resolveComponent(part.component, line, lookup);
    if ('problem' in resolved) {
      problems.push(resolved.problem);
      return [];
    }
    return [
      resolved.kind === 'figure'
        ? { ...resolved, line, name: uniqueFigure(resolved.figure.kind, names) }
        : { ...resolved, line },
    ];
  });
  return { parts, problems: problems.sort((a, b) => a.line - b.line), comments: body.comments };
}

function uniqueFigure(kind: FigureData['kind'], names: Map<string, number>): string {
  const nth = (names.get(kind) ?? 0) + 1;
  names.set(kind, nth);
  return nth === 1 ? kind : `${kind}-${nth}`;
}

function byStart(a: Session, b: Session): number {
  const [first, second] = [a.chronicle.frontMatter.started, b.chronicle.frontMatter.started];
  return compare(first, second);
}
