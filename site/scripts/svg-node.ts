import type { Shape } from '#src/chart/shape.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** The element of a shape. Texts become text nodes. */
export function svgNode({ name, attributes, content }: Shape): SVGElement {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, `${value}`);
  node.append(...content.map((part) => (typeof part === 'string' ? part : svgNode(part))));
  return node as SVGElement;
}
