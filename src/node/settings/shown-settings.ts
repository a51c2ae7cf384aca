import type { Node } from 'jsonc-parser';
import { ownHookNodes } from './own-hooks.ts';
import { isFault, settingsTree } from './settings-text.ts';

/** A settings text as it may be shown: the texts of other settings, which may be secrets, are "…". */
export function shownSettings(text: string): string {
  const body = text.replace(/^\ufeff/, '');
  const tree = body.trim() === '' ? null : settingsTree(body);
  if (tree === null || isFault(tree)) return tree === null ? body : '';
  const own = new Set(ownHookNodes(tree));
  return foreignTexts(tree, own).reduceRight(
    (shown, { offset, length }) => `${shown.slice(0, offset)}"…"${shown.slice(offset + length)}`,
    body,
  );
}

/** The string values outside of our hooks, in their order. */
function foreignTexts(node: Node, own: ReadonlySet<Node>): Node[] {
  if (node.type === 'property') {
    const [key, value] = node.children ?? [];
    return value && key?.value !== 'matcher' ? foreignTexts(value, own) : [];
  }
  if (node.type === 'string') return [node];
  if (own.has(node)) return [];
  return (node.children ?? []).flatMap((child) => foreignTexts(child, own));
}
