import type { Session } from '#src/format/session.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import type { MemoryRecord } from '#src/memory/misses/memory-record.ts';
import type { MissGroup } from '#src/memory/misses/miss-group.ts';
import type { Block } from '#src/lib/text/blocks.ts';
import type { Component } from '#src/posts/drafts/draft-component.ts';
import { readMarkdown } from '#src/lib/text/markdown.ts';
import { writeComponent, writeMarkdown } from '#src/lib/text/write-markdown.ts';
import type { DraftMaterial, DraftMaterials } from './draft-material.ts';
import { skeletonParts } from './skeleton.ts';

const NO_MATERIAL: DraftMaterial = { facts: null, repository: null };

/** A lifeline needs at least this many misses. */
const FEWEST_MISSES = 2;

/**
 * The first text of a draft: the narratives of its sessions, each under its title if there are several. A session without
 * a narrative contributes a skeleton of its beats and facts. A session whose mistake was repeated is followed by its lifeline.
 */
export function draftText(
  sources: readonly Session[],
  record: Pick<MemoryRecord, 'placeOf'>,
  materials: DraftMaterials,
): string {
  const isAlone = sources.length === 1;
  const drawn = new Set<MissGroup>();
  const parts = sources.flatMap((session) => [
    ...(isAlone ? [] : [writeMarkdown([heading(sessionTitle(session))])]),
    ...sessionParts(session, materials.get(session.id) ?? NO_MATERIAL, isAlone ? 2 : 3),
    ...lifeline(session, record, drawn),
  ]);
  return parts.filter((part) => part !== '').join('\n');
}

function sessionParts(session: Session, material: DraftMaterial, top: number): string[] {
  const { summary } = session.chronicle;
  if (!summary.narrative) return skeletonParts(session, material, top);
  const lead = summary.kind === 'machine' ? [] : readMarkdown(summary.lead);
  const story = readMarkdown(summary.narrative.text);
  const hasOpening = story[0]?.kind === 'paragraph';
  return [written(hasOpening ? story : [...lead, ...story], top)];
}

/** The lifeline of the session's first repeated mistake that is not in the draft yet. */
function lifeline(session: Session, record: Pick<MemoryRecord, 'placeOf'>, drawn: Set<MissGroup>): string[] {
  const groups = session.chronicle.events.flatMap((event) => record.placeOf(session, event)?.group ?? []);
  const group = groups.find((each) => each.misses.length >= FEWEST_MISSES && !drawn.has(each));
  if (!group) return [];
  drawn.add(group);
  return [component({ name: 'Lifeline', group: group.anchor })];
}

function component(value: Component): string {
  return `${writeComponent(value)}\n`;
}

function heading(text: string): Block {
  return { kind: 'heading', level: 2, children: [{ kind: 'text', text }] };
}

/** The blocks as Markdown, with the highest heading at the level `top`. */
function written(blocks: Block[], top: number): string {
  const levels = blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : []));
  const shift = top - Math.min(...levels);
  return writeMarkdown(
    blocks.map((block) => (block.kind === 'heading' ? { ...block, level: Math.min(6, block.level + shift) } : block)),
  );
}
