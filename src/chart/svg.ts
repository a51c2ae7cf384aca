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
  if (part instanceof Svg) return part.markup;
  if (typeof part === 'object') return part.map(({ markup }) => markup).join('');
  return escapeXml(String(part));
}
