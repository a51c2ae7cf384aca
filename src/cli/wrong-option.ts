import type { ArgsDef } from 'citty';
import { nearestOf } from '#src/lib/nearest.ts';

/** A sentence about the first unknown option, missing value or unexpected word; undefined if all is well. */
export function wrongOption(args: ArgsDef, given: readonly string[]): string | undefined {
  const known = new Map(Object.entries(args));
  const seen = new Set<string>();
  const takesWords = [...known.values()].some(({ type }) => type === 'positional');
  for (let i = 0; i < given.length; i++) {
    const word = given[i] ?? '';
    if (word === '--') return undefined;
    if (!/^-./.test(word)) {
      if (takesWords) continue;
      return `Unexpected argument: ${word}. Run with --help for the options.`;
    }
    const [name = '', value] = word.replace(/^--?/, '').split('=', 2);
    const option = known.get(name) ?? optionWithAlias(known, name);
    const negated = name.startsWith('no-') ? known.get(name.slice(3)) : undefined;
    if (option?.type === 'string' || option?.type === 'enum') {
      if (value === undefined && ++i >= given.length) return `${word} needs a value.`;
      if (seen.has(name)) return `--${name} can only be given once.`;
      seen.add(name);
    } else if (option?.type !== 'boolean' && negated?.type !== 'boolean') {
      return `Unknown option: ${word}.${suggestion(name, known)} Run with --help for the options.`;
    }
  }
  return undefined;
}

/** ` Did you mean --project?` if an option is spelled alike; otherwise empty. */
function suggestion(name: string, known: ReadonlyMap<string, ArgsDef[string]>): string {
  const options = [...known].filter(([, { type }]) => type !== 'positional').map(([option]) => option);
  const nearest = nearestOf(name, options);
  return nearest === undefined ? '' : ` Did you mean --${nearest}?`;
}

function optionWithAlias(known: ReadonlyMap<string, ArgsDef[string]>, name: string): ArgsDef[string] | undefined {
  for (const option of known.values()) if ('alias' in option && [option.alias].flat().includes(name)) return option;
  return undefined;
}
