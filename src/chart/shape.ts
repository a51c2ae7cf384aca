import { escapeXml } from '../text/xml.ts';
import { Svg } from './svg.ts';

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
  let markup = `<${name}`;
  for (const key in attributes) markup += ` ${key}="${escapeXml(String(attributes[key]))}"`;
  markup += '>';
  for (const part of content) markup += typeof part === 'string' ? escapeXml(part) : toSvg(part).markup;
  return new Svg(`${markup}</${name}>`);
}
