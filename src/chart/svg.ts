import { escapeXml } from '#src/lib/text/escape.ts';

/**
 * SVG from the `svg` template. Values are escaped unless they are SVG themselves, so text from a chronicle can be a label
 * and never becomes markup.
 *
 *     svg`<text x="${x}">${label}</text>`
 */
export class Svg {
  readonly markup: string;

  /** Use `svg` instead. */
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | Svg | readonly Svg[];

export function svg(literals: TemplateStringsArray, ...parts: Part[]): Svg {
  let markup = literals[0] ?? '';
  for (let i = 0; i < parts.length; i++) markup += written(parts[i] ?? '') + (literals[i + 1] ?? '');
  return new Svg(markup);
}

function written(part: Part): string {
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') return escapeXml(part);
  // Not instanceof: pages may pass drawings made by another copy of this module.
  if ('markup' in part) return part.markup;
  let markup = '';
  for (const each of part) markup += each.markup;
  return markup;
}
