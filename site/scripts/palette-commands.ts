import { foldName } from '#site/model/find-names.ts';
import { grouped } from '#src/lib/grouped.ts';
import { shellWord } from '#src/lib/words.ts';
import { copy } from './copy.ts';

/** Something to do, or a link that belongs to what was typed. */
export interface Command {
  name: string;
  /** Other words by which it is found. */
  words?: string;
  remark?: string;
  /** Shown beside the list. */
  about: string;
  href?: string;
  run?: () => void;
}

/** Commands to type in a terminal, with what each does. */
const TERMINAL: readonly (readonly [line: string, does: string])[] = [
  ['chronicle review', 'decides what waits in the inbox'],
  ['chronicle brief', 'prints what the next session here is told'],
  ['chronicle doctor', 'checks whether recording works'],
  ['chronicle import', 'brings in what other tools recorded'],
  ['chronicle build', 'writes this site as files'],
];

const COMMANDS: readonly Command[] = [
  {
    name: 'Switch between light and dark theme',
    about: 'Does the same as the button at the top of the page. The choice stays in this browser.',
    run: () => click('[data-theme-switch]'),
  },
  {
    name: 'Copy the address of this page',
    words: 'link url',
    about: 'Copies the address, with the filters that are on.',
    run: () => void copy(location.href, null),
  },
  { name: 'Print this page', about: 'Opens the browser’s own dialog.', run: () => print() },
  ...TERMINAL.map(([line, does]): Command => {
    return {
      name: `Copy command ${line}`,
      words: does,
      about: `For a terminal: ${does}.`,
      run: () => void copy(line, null),
    };
  }),
];

/** The commands with all words; without words, all of them. */
export function commandsFor(text: string): Command[] {
  const words = foldName(text).toLowerCase().split(/\s+/);
  return COMMANDS.filter(({ name, words: more = '' }) => {
    const all = ` ${name} ${more}`.toLowerCase();
    return words.every((word) => all.includes(` ${word}`));
  });
}

/** What can be done with a query: search everything, ask in a terminal. */
export function commandsOn(text: string, events: number | null): Command[] {
  const query = text.trim();
  return [
    {
      name: `Search everything for “${query}”`,
      ...(events !== null && { remark: `${grouped(events)} ${events === 1 ? 'match' : 'matches'}` }),
      about: 'Searches every event, prompt, commit, note, summary and narrative for all words, with filters.',
      href: `/search/?${new URLSearchParams({ q: query })}`,
    },
    {
      name: `Copy command chronicle recall ${query}`,
      about: 'For a terminal or the agent: recalls what the archive knows about it, in few tokens.',
      run: () => void copy(`chronicle recall ${query.split(/\s+/).map(plainOrQuoted).join(' ')}`, null),
    },
  ];
}

function plainOrQuoted(word: string): string {
  return /^[A-Za-z0-9][\w./-]*$/.test(word) ? word : shellWord(word);
}

/** A shortcut of the page, once the palette is closed. */
function click(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click();
}
