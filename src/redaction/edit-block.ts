import type { Block, Inline } from '../lib/text/blocks.ts';
import { applyEdits } from './edits.ts';
import type { Edit } from './finding.ts';

type EditsOf = (text: string) => Edit[];

/**
 * Applies `editsOf` to each text of a block: to each inline run as one text, whatever marks divide it, to each code block
 * and its language, to each row of a table, and to each address. A link whose address is edited becomes plain text.
 */
export function editBlock(block: Block, editsOf: EditsOf): Block {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return { ...block, children: editInline(block.children, editsOf) };
    case 'list':
      return { ...block, items: block.items.map((item) => item.map((each) => editBlock(each, editsOf))) };
    case 'table':
      return { ...block, rows: block.rows.map((row) => editRow(row, editsOf)) };
    case 'note':
      return {
        ...block,
        name: applyEdits(block.name, editsOf(block.name)),
        children: editInline(block.children, editsOf),
      };
    case 'quote':
      return { ...block, children: block.children.map((each) => editBlock(each, editsOf)) };
    case 'code':
      return {
        ...block,
        language: applyEdits(block.language, editsOf(block.language)),
        text: applyEdits(block.text, editsOf(block.text)),
      };
    case 'rule':
      return block;
  }
}

/** Does the same for a run of inline nodes. An edit that spans several nodes puts its text into the first. */
export function editInline(nodes: readonly Inline[], editsOf: EditsOf): Inline[] {
  const text = joined(nodes);
  const edits = text === '' ? [] : editsOf(text);
  return new Run(edits, editsOf).edit(nodes);
}

/** A row is one text, since a cell may say what the next one is: `| password | … |`. */
function editRow(cells: readonly Inline[][], editsOf: EditsOf): Inline[][] {
  const edits = editsOf(`| ${cells.map(joined).join(BORDER)} |`);
  const run = new Run(edits, editsOf, '| '.length);
  return cells.map((cell) => {
    const edited = run.edit(cell);
    run.skip(BORDER.length);
    return edited;
  });
}

const BORDER = ' | ';

/** The text of a run; a break is one character. */
function joined(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'break') return '\n';
      return 'children' in node ? joined(node.children) : node.text;
    })
    .join('');
}

class Run {
  readonly #edits: readonly Edit[];
  readonly #editsOf: EditsOf;
  #offset: number;

  constructor(edits: readonly Edit[], editsOf: EditsOf, offset = 0) {
    this.#offset = offset;
    this.#edits = edits;
    this.#editsOf = editsOf;
  }

  edit(nodes: readonly Inline[]): Inline[] {
    return nodes.flatMap((node) => this.#one(node));
  }

  /** Leaves out text that is in no node. */
  skip(length: number): void {
    this.#offset += length;
  }

  #one(node: Inline): Inline[] {
    if (node.kind === 'break') return this.#take('\n') === '\n' ? [node] : [];
    if (!('children' in node)) {
      const text = this.#take(node.text);
      return text === '' && node.text !== '' ? [] : [{ ...node, text }];
    }
    const children = this.edit(node.children);
    if (node.kind === 'link' && this.#editsOf(node.href).length > 0) return children;
    return children.length === 0 && node.children.length > 0 ? [] : [{ ...node, children }];
  }

  /** The next part of the run, edited. */
  #take(text: string): string {
    const start = this.#offset;
    const end = start + text.length;
    this.#offset = end;
    const own = this.#edits.flatMap((edit) => {
      if (edit.end <= start || edit.start >= end) return [];
      return {
        start: Math.max(edit.start, start) - start,
        end: Math.min(edit.end, end) - start,
        text: edit.start >= start ? edit.text : '',
      };
    });
    return applyEdits(text, own);
  }
}
