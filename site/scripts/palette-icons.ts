import type { Name } from '#site/model/find-names.ts';
import { tagAt } from '#site/model/palette-pages.ts';
import { symbol } from './elements.ts';

/** The icons of rows as outlines of 16 pixels; tags, memories and commits have glyphs. */
const SHAPES = {
  session: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  ticket: 'M1.8 4.5h12.4v2a1.5 1.5 0 0 0 0 3v2H1.8v-2a1.5 1.5 0 0 0 0-3Z',
  branch:
    'M4.5 5.2v5.6M4.5 5.2a1.6 1.6 0 1 0 0-.1M4.5 14a1.6 1.6 0 1 0 0-.1M11.5 6.2a1.6 1.6 0 1 0 0-.1M11.5 6.3c0 3.2-7 1.9-7 4.6',
  file: 'M3.8 1.8h5.4l3 3v9.4H3.8ZM6.2 7.5h3.6M6.2 10.5h3.6',
  project: 'M1.8 3.5h4.4l1.5 1.7h6.5v7.6H1.8Z',
  narrative: 'M8 4.2C6.3 3 4.2 2.8 2 3v9.6c2.2-.2 4.3 0 6 1.2 1.7-1.2 3.8-1.4 6-1.2V3c-2.2-.2-4.3 0-6 1.2Zm0 0v9.6',
  draft: 'M10.8 2.6l2.6 2.6L5.6 13l-3.2.6.6-3.2Zm-1.7 1.7l2.6 2.6',
  page: 'M2 3.2h12v9.6H2ZM2 6h12',
  command: 'M3 4l4 4-4 4M8.5 12h4.5',
  text: 'M2 3h12v8H7.5L4.5 13.5V11H2Z',
  search: 'M6.8 2a4.8 4.8 0 1 0 .01 0M10.5 10.5l4 4',
} as const;

export type IconName = keyof typeof SHAPES;

const SVG = 'http://www.w3.org/2000/svg';

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [key, value] of Object.entries({ class: 'palette-icon', viewBox: '0 0 16 16', 'aria-hidden': 'true' }))
    svg.setAttribute(key, value);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', SHAPES[name]);
  svg.append(path);
  return svg;
}

/** The icon of a name: a page of a tag has the tag's glyph. */
export function iconOf({ kind, address }: Name): SVGSVGElement {
  if (kind === 'memory') return symbol('#g-flag', 'palette-icon glyph');
  if (kind === 'commit') return symbol('#g-commit', 'palette-icon glyph');
  if (kind !== 'tag') return icon(kind);
  const tag = tagAt(address);
  if (!tag) return icon('page');
  const glyph = symbol(`#g-${tag}`, 'palette-icon glyph');
  glyph.setAttribute('data-tag', tag);
  return glyph;
}
