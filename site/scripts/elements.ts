import type { Run } from '#site/model/found-page.ts';

/** Creates an element. Strings become text nodes, never HTML; attributes that are null are left out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | null> = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** An SVG symbol of the page, such as a tag's glyph. */
export function symbol(address: string, className: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', className);
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', address);
  svg.append(use);
  return svg;
}

/** The element that matches a selector; throws if there is none. */
export function required<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** A text in which what was found is marked. */
export function marked(runs: readonly Run[]): (Node | string)[] {
  return runs.map(({ text, isFound }) => (isFound ? element('mark', {}, text) : text));
}

/** Waits. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
