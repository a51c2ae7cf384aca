import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { TAG_WORDS } from '#src/format/tags.ts';
import { writtenDetails } from '#src/format/event-source.ts';
import { editBlock } from '#src/redaction/edit-block.ts';
import { applyEdits } from '#src/redaction/edits.ts';
import type { Edit, Fragment } from '#src/redaction/finding.ts';
import type { Block, Inline } from '#src/lib/text/blocks.ts';
import { readInline, readMarkdown } from '#src/lib/text/markdown.ts';
import { BEAT_ROLES } from '../narrative/beats.ts';
import { drawFigure } from './figures.ts';
import type { Figure, Post, PostBlock } from './post.ts';
import { sourcesLine } from './post-sources.ts';
import { headingShift, publicBlock } from './public-block.ts';
import type { ResolvedBeat, ResolvedDraft, ResolvedPart } from './resolve-draft.ts';

export interface PostInput {
  /** `YYYY-MM-DD` */
  date: string;
  /** Events to omit, as `<session_id>#e-…`. */
  leftOut: ReadonlySet<string>;
  editsOf: (fragment: Fragment) => Edit[];
}

/** The body of a post: the text of the draft with its components expanded. */
export function publishedBody(resolved: ResolvedDraft, input: PostInput): Pick<Post, 'blocks' | 'figures'> {
  const figures: Figure[] = [];
  const shift = headingShift(resolved.parts.flatMap((part) => (part.kind === 'block' ? [part.block] : [])));
  const blocks = resolved.parts.flatMap((part): PostBlock[] => {
    if (part.kind === 'block') return [bodyBlock(part, shift, input)];
    if (part.kind === 'event') return eventQuote(part, input);
    if (part.kind === 'beats') return beatList(resolved.beats, input);
    return [{ kind: 'figure', figure: figures.push(figureOf(part, input)) - 1 }];
  });
  return { blocks: [...blocks, ...sourcesLine(resolved, input.leftOut)], figures };
}

type BlockPart = Extract<ResolvedPart, { kind: 'block' }>;
type EventPart = Extract<ResolvedPart, { kind: 'event' }>;
type FigurePart = Extract<ResolvedPart, { kind: 'figure' }>;

function bodyBlock({ block, line }: BlockPart, shift: number, input: PostInput): Block {
  const said = { place: `body, line ${line}`, event: null, isQuoted: block.kind === 'quote' };
  return editedBlock(publicBlock(block, shift), said, input);
}

function eventQuote({ session, event, line }: EventPart, input: PostInput): Block[] {
  const id = `${session.id}#${event.id}`;
  if (input.leftOut.has(id)) return [];
  const said = { place: `event, line ${line}`, event: { id, tag: event.tag } };
  return [{ kind: 'quote', children: eventBlocks(event, (block) => editedBlock(block, said, input)) }];
}

/** A list of the beats that are not omitted; empty if none is left. */
function beatList(beats: readonly ResolvedBeat[], input: PostInput): Block[] {
  const items = beats.flatMap(({ role, session, event }) => {
    const id = `${session.id}#${event.id}`;
    if (input.leftOut.has(id)) return [];
    const said = { place: `beat ${BEAT_ROLES[role]}`, event: { id, tag: event.tag } };
    return [[labelled(BEAT_ROLES[role], event.text, (block) => editedBlock(block, said, input))]];
  });
  return items.length === 0 ? [] : [{ kind: 'list', ordered: false, start: 1, items }];
}

function figureOf({ name, figure }: FigurePart, { editsOf }: PostInput): Figure {
  const edit = (text: string, what: string) =>
    applyEdits(text, editsOf({ text, place: `${what} of ${name}.png`, event: null }));
  return { name, drawing: drawFigure(figure, edit) };
}

function editedBlock(block: Block, said: Omit<Fragment, 'text'>, { editsOf }: PostInput): Block {
  return editBlock(block, (text) => editsOf({ ...said, text }));
}

/** An event as readers of a post see it: its tag in words, its text and its details, without its transcript. */
function eventBlocks(event: ChronicleEvent, edit: (block: Block) => Block): Block[] {
  const { tag, text } = event;
  const further = readMarkdown(writtenDetails(event)).map((block) => edit(withoutHeading(publicBlock(block, 0))));
  return [labelled(TAG_WORDS[tag].label, text, edit), ...further];
}

/** A line of an event after a bold label. */
function labelled(word: string, text: string, edit: (block: Block) => Block): Block {
  const line = edit(publicBlock({ kind: 'paragraph', children: readInline(text) }, 0));
  const label: Inline = { kind: 'strong', children: [{ kind: 'text', text: `${word}.` }] };
  const children = line.kind === 'paragraph' ? line.children : [];
  return { kind: 'paragraph', children: [label, { kind: 'text', text: ' ' }, ...children] };
}

/** A heading inside a quote would appear in the outline of the post. */
function withoutHeading(block: Block): Block {
  return block.kind === 'heading'
    ? { kind: 'paragraph', children: [{ kind: 'strong', children: block.children }] }
    : block;
}
