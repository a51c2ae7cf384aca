import type { BlockContent, DefinitionContent, Nodes, PhrasingContent, RootContent } from 'mdast';
import type { MdxFlowExpression, MdxJsxFlowElement, MdxJsxTextElement, MdxTextExpression } from 'mdast-util-mdx';
import { type Problem, problemAt } from '#src/format/problem.ts';
import type { Block, Inline } from '#src/lib/text/blocks.ts';
import { isSafeLink } from '#src/lib/text/blocks.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import type { Component } from './draft-component.ts';
import { type Attribute, isComponentName, type Refusal, readComponent, unknownComponent } from './draft-component.ts';
import { readDraftPart } from '#src/lib/text/markdown.ts';

/** A block or a component, and the line on which it begins, from 1. */
export type DraftPart = { line: number } & (Block | { kind: 'component'; component: Component });

const EXPRESSION: Refusal = {
  fault: 'braces contain an expression, and a draft runs no code',
  advice: 'To write a brace as text, put a backslash before it: \\{.',
};
const ESM: Refusal = {
  fault: 'this line is an import or export, and a draft runs no code',
  advice: 'Remove the line, or begin it with another word.',
};
const PICTURE: Refusal = {
  fault: 'images are not supported, so only the alt text is shown',
  advice: 'Add a figure as a component: <Lifeline group="…" /> or <MissTrend />.',
};
const REFERENCE: Refusal = {
  fault: 'reference links are not supported',
  advice: 'Write a link as [text](https://example.org).',
};
const UNSAFE_LINK: Refusal = {
  fault: 'this link is not a web address, so only its text is shown',
  advice: 'Write a link as [text](https://example.org).',
};

/**
 * What GitHub's Markdown adds, which this parser does not know: a row of dashes below a row with bars, `~~`, and `[^`. A block
 * with it is read as the text of chronicles is.
 */
const BEYOND = /^[ \t>*+\d.)-]*\|.*\n[ \t>]*\|?[ \t]*:?-|(?<!\\)~~|(?<!\\)\[\^/m;

function hasExpression(node: Nodes): boolean {
  return node.type.startsWith('mdx') || ('children' in node && node.children.some(hasExpression));
}

/** A note of the author's to himself, `{/* … *\/}`: in no tree, so it is never published. */
export interface DraftComment {
  /** From 1. */
  line: number;
  text: string;
}

/** Turns the parser's nodes into the closed tree, and collects comments, and problems for the refused nodes. */
export class DraftTree {
  readonly problems: Problem[] = [];
  readonly comments: DraftComment[] = [];
  readonly #text: string;

  /** `text` is the text from which the nodes were parsed. */
  constructor(text: string) {
    this.#text = text;
  }

  /** A block at the top level or a component; empty if it is refused. */
  part(node: RootContent): DraftPart[] {
    const line = node.position?.start.line ?? 1;
    if (this.#isCode(node)) return this.#refuse(node, ESM);
    if (node.type === 'mdxJsxFlowElement') return this.#component(node, line);
    const blocks = this.#blocks([node]);
    const source = this.#sourceOf(node);
    const hasOwnMarkup = BEYOND.test(source) && !hasExpression(node);
    return (hasOwnMarkup ? readDraftPart(source) : blocks).map((block) => ({ line, ...block }));
  }

  /** The text of a block, with the blanks before it. */
  #sourceOf({ position }: RootContent): string {
    const start = position?.start.offset ?? 0;
    const from = this.#text.lastIndexOf('\n', start - 1) + 1;
    return this.#text.slice(/^[ \t]*$/.test(this.#text.slice(from, start)) ? from : start, position?.end.offset);
  }

  /** Whether MDX would read a block as JavaScript: https://mdxjs.com/docs/what-is-mdx/#esm */
  #isCode({ position }: RootContent): boolean {
    return (
      position?.start.column === 1 && /^(?:import|export) /.test(this.#text.slice(position.start.offset).slice(0, 7))
    );
  }

  #component(node: MdxJsxFlowElement, line: number): DraftPart[] {
    if (node.name === null || !isComponentName(node.name)) return this.#refuse(node, unknownComponent(node.name));
    if (node.children.length > 0)
      return this.#refuse(node, {
        fault: `<${node.name}> has content`,
        advice: `Write it without content: <${node.name} … />.`,
      });
    const component = readComponent(node.name, node.attributes.map(attributeOf));
    return 'fault' in component ? this.#refuse(node, component) : [{ line, kind: 'component', component }];
  }

  #blocks(nodes: readonly (RootContent | BlockContent | DefinitionContent)[]): Block[] {
    return nodes.flatMap((node) => this.#block(node));
  }

  #block(node: RootContent): Block[] {
    switch (node.type) {
      case 'paragraph':
      case 'heading': {
        const children = this.#spans(node.children);
        if (children.length === 0) return [];
        return node.type === 'paragraph'
          ? [{ kind: 'paragraph', children }]
          : [{ kind: 'heading', level: node.depth, children }];
      }
      case 'list': {
        const items = node.children.map((item) => this.#blocks(item.children));
        return [{ kind: 'list', ordered: node.ordered === true, start: node.start ?? 1, items }];
      }
      case 'blockquote':
        return [{ kind: 'quote', children: this.#blocks(node.children) }];
      case 'code':
        return [{ kind: 'code', language: node.lang ?? '', text: node.value }];
      case 'thematicBreak':
        return [{ kind: 'rule' }];
      case 'definition':
        // A footnote of one word.
        if (node.identifier.startsWith('^')) return [];
        return this.#refuse(node, REFERENCE);
      case 'mdxFlowExpression':
        return this.#comment(node);
      case 'mdxJsxFlowElement':
        return this.#refuse(node, misplaced(node, 'a list or a quotation'));
      default:
        return this.#refuse(node, { fault: `${node.type} has no place here`, advice: 'Remove it.' });
    }
  }

  #spans(nodes: readonly PhrasingContent[]): Inline[] {
    const spans: Inline[] = [];
    for (const span of nodes.flatMap((node) => this.#span(node))) {
      const last = spans.at(-1);
      if (span.kind === 'text' && last?.kind === 'text') last.text += span.text;
      else if (span.kind !== 'text' || span.text !== '') spans.push(span);
    }
    return spans;
  }

  #span(node: PhrasingContent): Inline[] {
    switch (node.type) {
      case 'text':
        return [{ kind: 'text', text: node.value }];
      case 'inlineCode':
        return [{ kind: 'code', text: node.value }];
      case 'emphasis':
      case 'strong':
        return [{ kind: node.type, children: this.#spans(node.children) }];
      case 'break':
        return [{ kind: 'break' }];
      case 'link': {
        const children = this.#spans(node.children);
        if (isSafeLink(node.url)) return [{ kind: 'link', href: node.url, children }];
        this.#refuse(node, UNSAFE_LINK);
        return children;
      }
      case 'linkReference':
        if (node.identifier.startsWith('^')) return [{ kind: 'text', text: `[${node.label ?? node.identifier}]` }];
        this.#refuse(node, REFERENCE);
        return this.#spans(node.children);
      case 'image':
      case 'imageReference':
        this.#refuse(node, PICTURE);
        return [{ kind: 'text', text: node.alt ?? '' }];
      case 'mdxTextExpression':
        return this.#comment(node);
      case 'mdxJsxTextElement':
        return this.#refuse(node, misplaced(node, 'a line of text'));
      default:
        return this.#refuse(node, { fault: `${node.type} has no place here`, advice: 'Remove it.' });
    }
  }

  #comment(node: MdxFlowExpression | MdxTextExpression): never[] {
    const text = commentText(node.value);
    if (text === null) return this.#refuse(node, EXPRESSION);
    this.comments.push({ line: node.position?.start.line ?? 1, text });
    return [];
  }

  #refuse(node: Nodes, { fault, advice }: Refusal): never[] {
    const { line, column } = node.position?.start ?? { line: 1, column: 1 };
    this.problems.push(problemAt('CHRONICLE_DRAFT_TEXT', line, column, fault, advice));
    return [];
  }
}

/** The text of a comment between braces; null if they contain anything else. */
function commentText(expression: string): string | null {
  const value = expression.trim();
  const isComment = value.startsWith('/*') && value.length >= 4 && value.indexOf('*/', 2) === value.length - 2;
  return isComment ? oneLine(value.slice(2, -2)) : null;
}

function misplaced({ name }: MdxJsxFlowElement | MdxJsxTextElement, where: string): Refusal {
  if (name === null || !isComponentName(name)) return unknownComponent(name);
  return {
    fault: `<${name}> is inside ${where}`,
    advice: 'Put it on its own line, with an empty line before and after.',
  };
}

function attributeOf(attribute: MdxJsxFlowElement['attributes'][number]): Attribute {
  if (attribute.type === 'mdxJsxExpressionAttribute') return { name: '{…}', value: undefined };
  const { name, value } = attribute;
  return { name, value: typeof value === 'object' && value !== null ? undefined : (value ?? null) };
}
