/**
 * Writes what GitHub's Markdown adds to CommonMark and every target of ours reads or shows as it is: tables, strikethrough,
 * task lists and footnotes.
 */
import type { Delete, FootnoteDefinition, FootnoteReference, ListItem, Paragraph, Table, TableCell } from 'mdast';
import {
  type ConstructName,
  defaultHandlers,
  type Handle,
  type Info,
  type State,
  type Unsafe,
} from 'mdast-util-to-markdown';

/** What a line of text must not begin with or contain, so that it is none of these. */
export const GITHUB_UNSAFE: Unsafe[] = [
  { character: '|', atBreak: true },
  { character: '|', inConstruct: 'tableCell' as ConstructName },
  { character: '~', after: '~' },
  { character: '~', before: '~' },
];

/** Whether the writer is in a cell of a table, where a bar ends the cell. */
export function isInCell(state: State): boolean {
  return state.stack.some((construct) => construct === CELL);
}

const CELL = 'tableCell' as ConstructName;
const LINES: Record<string, string> = { left: ':---', right: '---:', center: ':---:' };

const table: Handle = (node: Table, _parent, state, info) => {
  const exit = state.enter(CELL);
  const rows = node.children.map(({ children }) =>
    children.map((cell) => cellText(phrasing(cell, state, { ...info, before: '|', after: '|' }))),
  );
  exit();
  const [head = [], ...others] = rows;
  const lines = head.map((_, i) => LINES[node.align?.[i] ?? ''] ?? '---');
  return [head, lines, ...others].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

function phrasing(node: TableCell | Paragraph, state: State, info: Info): string {
  const exit = state.enter('phrasing');
  const text = state.containerPhrasing(node, info);
  exit();
  return text;
}

/** A cell on one line. kramdown reads a row of dashes or equals signs as a line between rows. */
function cellText(cell: string): string {
  return cell.replace(/\s*\n\s*/g, ' ').replace(/^[-=:+]/, (sign) => `&#${sign.charCodeAt(0)};`);
}

const strike: Handle = (node: Delete, _parent, state, info) =>
  `~~${state.containerPhrasing(node, { ...info, before: '~', after: '~' })}~~`;
const reference: Handle = ({ identifier }: FootnoteReference) => `[^${identifier}]`;

/** What a parser without footnotes would read as the address of a link, with or without a title. */
const LIKE_ADDRESS = /^[^ \t\n]+(?:[ \t]+["'(].*)?$/;

/** A footnote on one line. A blank that does not break keeps one word from being read as an address. */
const definition: Handle = ({ identifier, children }: FootnoteDefinition, _parent, state, info) => {
  const [said] = children;
  const text = said?.type === 'paragraph' ? phrasing(said, state, { ...info, before: ' ', after: '\n' }) : '';
  return `[^${identifier}]: ${text}${LIKE_ADDRESS.test(text) ? ' &#xA0;' : ''}`;
};

/** An item with its box, right after its bullet. */
const listItem: Handle = (node: ListItem, parent, state, info) => {
  const item = defaultHandlers.listItem(node, parent, state, info);
  if (typeof node.checked !== 'boolean') return item;
  return item.replace(/^(?:-|\d+\.) /, (bullet) => `${bullet}[${node.checked ? 'x' : ' '}] `);
};

/** The writer's handlers for these. */
export const GITHUB_HANDLERS = {
  table,
  delete: Object.assign(strike, { peek: () => '~' }),
  footnoteReference: Object.assign(reference, { peek: () => '[' }),
  footnoteDefinition: definition,
  listItem,
};
