import { SITE_PAGES } from '#site/pages.ts';

/** A shortcut. Several keys in a row are alternatives, or a pair such as next and previous; a space parts keys of a chord. */
interface Shortcut {
  does: string;
  keys: readonly string[];
}

interface Place {
  where: string;
  shortcuts: readonly Shortcut[];
}

/** All shortcuts by where they work. The guide lists them; `keys.ts` acts on them. */
export const SHORTCUTS: readonly Place[] = [
  {
    where: 'On every page',
    shortcuts: [
      { does: 'Search or jump to', keys: ['/', 'Ctrl K', 'Cmd K'] },
      ...SITE_PAGES.flatMap(({ label, key }) => (key === undefined ? [] : [{ does: label, keys: [`g ${key}`] }])),
      { does: 'Show this list', keys: ['?'] },
    ],
  },
  {
    where: 'In a list of events',
    shortcuts: [
      { does: 'Next and previous event', keys: ['j', 'k'] },
      { does: 'Copy the link to the focused event', keys: ['c'] },
      { does: 'Leave the focused event, the search box or a dialog', keys: ['Esc'] },
    ],
  },
  {
    where: 'On a session or a narrative',
    shortcuts: [{ does: 'Earlier and later session or narrative', keys: ['[', ']'] }],
  },
];

/** Whether a key is Cmd or Ctrl-K, which opens and closes the palette. */
export function isPaletteChord({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (metaKey || ctrlKey) && !altKey && !shiftKey;
}
