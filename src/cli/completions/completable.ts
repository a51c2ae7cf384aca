import type { CommandWords, Values } from '../command-words.ts';
import type { Commands } from '../entry.ts';

/** A command that shells can complete. */
export interface Completable {
  /** The words that lead to it, such as `memory apply`; empty for the program itself. */
  path: string;
  words: CommandWords;
  /** Its subcommands, with a description each. */
  commands: readonly (readonly [name: string, about: string])[];
}

/** The program and all its commands, longest paths last. */
export async function completables(commands: Commands): Promise<Completable[]> {
  const names = [...commands].map(([name, { about }]) => [name, about] as const);
  const program: Completable = { path: '', words: PROGRAM, commands: [...names, ['help', 'explain a command']] };
  const help: Completable = { path: 'help', words: { options: [], argument: 'any' }, commands: names };
  const all = await below('', commands);
  const groups = all.filter((each) => each.commands.length > 0);
  return [program, help, ...groups.map(helpWith), ...all];
}

/** What can follow `help memory`. */
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

/** The words to choose from; none if the values are not a list. */
export function choices(values: Values | null): readonly string[] {
  return typeof values === 'string' || values === null ? [] : values;
}

/** The first sentence of a description, short enough for a shell's list. */
export function brief(about: string): string {
  const [first = ''] = about.split(/[.;:] /, 1);
  return first.length <= LONGEST ? first : `${first.slice(0, first.lastIndexOf(' ', LONGEST))} …`;
}

const LONGEST = 70;
