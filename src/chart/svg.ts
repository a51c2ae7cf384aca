import { escapeXml } from '../text/xml.ts';

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
  return new Svg(literals.reduce((markup, literal, i) => markup + written(parts[i - 1] ?? '') + literal));
}

function written(part: Part): string {
  if (typeof part !== 'object') return escapeXml(String(part));
  // Not instanceof: pages may pass drawings made by another copy of this module.
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}
