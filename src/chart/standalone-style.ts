import { isTag, TAG_LOOKS, TAGS, tagWord } from '../format/tags.ts';

/**
 * The style of drawings in SVG files: the colour rules of `site/styles/charts.css`, and the light and dark colours of
 * `site.css` and `tags.generated.css`. Tests compare them with those files. They are written as attributes, because not
 * every SVG renderer reads a style element, and a content security policy may forbid it.
 */
export const RULES: Readonly<Record<string, string>> = {
  '.fill-paper': 'fill: var(--paper)',
  '.fill-sunk': 'fill: var(--sunk)',
  '.fill-ink': 'fill: var(--ink)',
  '.fill-tag': 'fill: var(--tag)',
  '.fill-hits': 'fill: var(--hit)',
  '.fill-despite': 'fill: var(--miss)',
  '.fill-repeat': 'fill: var(--repeat)',
  '.fill-first': 'fill: var(--first)',
  '.fill-level-0': 'fill: var(--level-0)',
  '.fill-level-1': 'fill: var(--level-1)',
  '.fill-level-2': 'fill: var(--level-2)',
  '.fill-level-3': 'fill: var(--level-3)',
  '.fill-level-4': 'fill: var(--level-4)',
  '.stroke-ink': 'stroke: var(--ink); stroke-width: 1.5',
  '.stroke-line': 'stroke: var(--rule-2)',
  '.stroke-rule': 'stroke: var(--rule)',
  '.stroke-tag': 'fill: none; stroke: var(--tag); stroke-dasharray: 2 2',
  '.stroke-paper': 'stroke: var(--paper); stroke-width: 2',
  '.calendar-ring': 'fill: var(--paper); stroke: var(--miss); stroke-width: 2.5',
  '.calendar-before': 'fill: var(--ink-3)',
  '.calendar-month-narrow': 'display: none',
};

/** Colours by the names of their tokens. */
export type Palette = Readonly<Record<string, string>>;

export const LIGHT: Palette = {
  paper: '#fbfaf6',
  sunk: '#f3f1e9',
  ink: '#1d1b16',
  'ink-3': '#6b665b',
  rule: '#e2ddd0',
  'rule-2': '#cbc5b5',
  ...tagColours('light'),
  repeat: '#d8976d',
  first: '#bdb6a6',
  'level-0': '#ece8dd',
  'level-1': '#cfc9ba',
  'level-2': '#a29b8b',
  'level-3': '#6e685b',
  'level-4': '#35322b',
};

export const DARK: Palette = {
  paper: '#161512',
  sunk: '#100f0d',
  ink: '#eeeae0',
  'ink-3': '#979082',
  rule: '#302d27',
  'rule-2': '#4a463d',
  ...tagColours('dark'),
  repeat: '#96613a',
  first: '#5a554b',
  'level-0': '#26241f',
  'level-1': '#423e36',
  'level-2': '#6c665a',
  'level-3': '#a39c8d',
  'level-4': '#e6e1d5',
};

/** The attributes of a class; empty if it sets no colour. */
export function paint(name: string, palette: Palette): string {
  const declarations = RULES[`.${name}`]?.split('; ') ?? [];
  return declarations
    .map((declaration) => ` ${declaration.replace(/: (.+)/, (_, value) => `="${literal(value, palette)}"`)}`)
    .join('');
}

/** The colour of a tag as an attribute. */
export function tagPaint(tag: string, palette: Palette): string {
  return isTag(tag) ? ` color="${palette[tagWord(tag)]}"` : '';
}

function literal(value: string, palette: Palette): string {
  return value.replace(/var\(--(.+)\)/, (_, token: string) => palette[token] ?? 'currentColor');
}

function tagColours(paper: 'light' | 'dark'): Palette {
  return Object.fromEntries(TAGS.map((tag) => [tagWord(tag), TAG_LOOKS[tag][paper]]));
}
