import type { Node } from 'jsonc-parser';
import { hookPlaces } from './hook-places.ts';
import { isFault, settingsTree, unmarked } from '#src/lib/settings-text.ts';

/** A settings text that is safe to show: the strings of other settings, which may be secrets, become "…". */
export function displayedSettings(text: string): string {
  const body = unmarked(text);
  if (body.trim() === '') return body;
  const tree = settingsTree(body);
  if (isFault(tree)) return '';
  const own = new Set(hookPlaces(tree).flatMap(({ hook, isOwn }) => (isOwn ? [hook] : [])));
  return foreignTexts(tree, own).reduceRight(
    (shown, { offset, length }) => `${shown.slice(0, offset)}"…"${shown.slice(offset + length)}`,
    body,
  );
}

/** The string values outside of our hooks, in order. */
function foreignTexts(node: Node, own: ReadonlySet<Node>): Node[] {
  if (node.type === 'property') {
    const [key, value] = node.children ?? [];
    return value && key?.value !== 'matcher' ? foreignTexts(value, own) : [];
  }
  if (node.type === 'string') return [node];
  if (own.has(node)) return [];
  return (node.children ?? []).flatMap((child) => foreignTexts(child, own));
}
