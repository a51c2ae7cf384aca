import { escapeXml } from '../text/xml.ts';

/**
 * Charts are plain functions from data to SVG. Everything put into the template is escaped, unless it
 * came out of it: so text from a chronicle can be a label and never becomes markup.
 *
 *     svg`<text x="${x}">${label}</text>`
 */
export class Svg {
  readonly markup: string;

  /** Only `svg` makes these. */
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
  // Not by its class: pages put drawings into files that were made with another copy of this module.
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}
