import type { ChronicleEvent } from '#src/chronicle/chronicle.ts';
import { writtenDetails } from '#src/chronicle/provenance.ts';
import { TAG_WORDS } from '#src/chronicle/tags.ts';
import type { Block, Inline } from '#src/text/blocks.ts';
import { readInline, readMarkdown } from '#src/text/markdown.ts';
import { publicBlock } from './public-block.ts';

/** An event as readers of a post see it: its tag in words, what happened, and the details below it; not the transcript it came from. */
export function eventBlocks(event: ChronicleEvent, edit: (block: Block) => Block): Block[] {
  const { tag, text } = event;
  const further = readMarkdown(writtenDetails(event)).map((block) => edit(withoutHeading(publicBlock(block, 0))));
  return [labelled(TAG_WORDS[tag].label, text, edit), ...further];
}

/** A line of an event behind a word that is ours. */
export function labelled(word: string, text: string, edit: (block: Block) => Block): Block {
  const line = edit(publicBlock({ kind: 'paragraph', children: readInline(text) }, 0));
  const label: Inline = { kind: 'strong', children: [{ kind: 'text', text: `${word}.` }] };
  const children = line.kind === 'paragraph' ? line.children : [];
  return { kind: 'paragraph', children: [label, { kind: 'text', text: ' ' }, ...children] };
}

/** A heading inside a quote would stand in the outline of the post. */
function withoutHeading(block: Block): Block {
  return block.kind === 'heading'
    ? { kind: 'paragraph', children: [{ kind: 'strong', children: block.children }] }
    : block;
}
