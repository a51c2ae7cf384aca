import { Svg, svg } from './svg.ts';

/** An element of a drawing as plain values: a page writes it as markup, and its script makes the same element. */
export interface Shape {
  name: string;
  attributes: Readonly<Record<string, string | number>>;
  content: readonly (Shape | string)[];
}

/** `shape('text', { x: 4 }, 'Oct')` */
export function shape(name: string, attributes: Shape['attributes'], ...content: Shape['content']): Shape {
  return { name, attributes, content };
}

/** A drawing as markup. Texts and attributes are escaped; names are never from the archive. */
export function toSvg({ name, attributes, content }: Shape): Svg {
  const written = Object.entries(attributes).map(([key, value]) => svg` ${new Svg(key)}="${value}"`);
  const inside = content.map((part) => (typeof part === 'string' ? svg`${part}` : toSvg(part)));
  return svg`<${new Svg(name)}${written}>${inside}</${new Svg(name)}>`;
}
