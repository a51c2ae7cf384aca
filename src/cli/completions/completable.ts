import type { CommandWords, Values } from '../command-words.ts';
import type { Commands } from '../entry.ts';

/** A command as shells complete it. */
export interface Completable {
  /** The words that lead to it: none for the program itself, `memory`, `memory apply`. */
  path: string;
  words: CommandWords;
  /** Those of a command of commands, with what each is for. */
  commands: readonly (readonly [name: string, about: string])[];
}

/** The program and all its commands, the longest paths last. */
export async function completables(commands: Commands): Promise<Completable[]> {
  const names = [...commands].map(([name, { about }]) => [name, about] as const);
  const program: Completable = { path: '', words: PROGRAM, commands: [...names, ['help', 'say more about a command']] };
  const help: Completable = { path: 'help', words: { options: [], argument: 'any' }, commands: names };
  const all = await below('', commands);
  const groups = all.filter((each) => each.commands.length > 0);
  return [program, help, ...groups.map(helpWith), ...all];
}

/** What may stand behind `help memory`. */
function helpWith({ path, commands }: Completable): Completable {
  return { path: `help ${path}`, words: { options: [], argument: 'any' }, commands };
}

const PROGRAM: CommandWords = {
  options: [{ name: '--version', about: 'Print the version', value: null }],
  argument: 'any',
};

async function below(prefix: string, commands: Commands): Promise<Completable[]> {
  const parts = await Promise.all(
    [...commands].map(async ([name, entry]): Promise<Completable[]> => {
      const path = `${prefix}${name}`;
      const own = [...(entry.commands ?? [])].map(([word, { about }]) => [word, about] as const);
      const inner = entry.commands ? await below(`${path} `, entry.commands) : [];
      return [{ path, words: await entry.words(), commands: own }, ...inner];
    }),
  );
  return parts.flat();
}

/** The words a user can choose from, if these are some. */
export function choices(values: Values | null): readonly string[] {
  return typeof values === 'string' || values === null ? [] : values;
}

/** The first sentence of a description, short enough for a list that a shell shows. */
export function brief(about: string): string {
  const [first = ''] = about.split(/[.;:] /, 1);
  return first.length <= LONGEST ? first : `${first.slice(0, first.lastIndexOf(' ', LONGEST))} …`;
}

const LONGEST = 70;
