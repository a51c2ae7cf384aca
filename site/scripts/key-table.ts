/** The page of the guide that lists the shortcuts. */
export const KEYS_PAGE = '/guide/keys/';

/** A shortcut. Several keys in a row are alternatives, or a pair such as next and previous; a space parts keys of a chord. */
export interface Shortcut {
  does: string;
  keys: readonly string[];
  /** Whether only `chronicle dev` has it. */
  isDev?: boolean;
}

/** All shortcuts by where they work. The guide lists them; `keys.ts` acts on them. */
export const SHORTCUTS: readonly { where: string; shortcuts: readonly Shortcut[] }[] = [
  {
    where: 'On every page',
    shortcuts: [
      { does: 'Search or jump to', keys: ['/', 'Ctrl K', 'Cmd K'] },
      { does: 'Overview', keys: ['g h'] },
      { does: 'Sessions', keys: ['g s'] },
      { does: 'Timeline', keys: ['g t'] },
      { does: 'Memory', keys: ['g m'] },
      { does: 'Narratives', keys: ['g n'] },
      { does: 'Projects', keys: ['g p'] },
      { does: 'Inbox', keys: ['g i'] },
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
    where: 'In the inbox',
    shortcuts: [
      { does: 'Next and previous thing to decide', keys: ['j', 'k'], isDev: true },
      { does: 'Replace or keep the finding', keys: ['y', 'n'], isDev: true },
      { does: 'Leave out the event with the finding', keys: ['x'], isDev: true },
      { does: 'Decide later, and go on to the next', keys: ['s'], isDev: true },
      { does: 'Undo the last decision', keys: ['u'], isDev: true },
      { does: 'Open the session', keys: ['Enter'], isDev: true },
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
