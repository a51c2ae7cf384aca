import type { ArgsDef } from 'citty';

/** A sentence about the first option that the command does not have or whose value is missing, or the first word it has no use for. */
export function wrongOption(args: ArgsDef, given: readonly string[]): string | undefined {
  const known = new Map(Object.entries(args));
  const seen = new Set<string>();
  const takesWords = [...known.values()].some(({ type }) => type === 'positional');
  for (let i = 0; i < given.length; i++) {
    const word = given[i] ?? '';
    if (word === '--') return undefined;
    if (!/^-./.test(word)) {
      if (takesWords) continue;
      return `This command has no use for "${word}". --help lists what it takes.`;
    }
    const [name = '', value] = word.replace(/^--?/, '').split('=', 2);
    const option = known.get(name) ?? optionWithAlias(known, name);
    const negated = name.startsWith('no-') ? known.get(name.slice(3)) : undefined;
    if (option?.type === 'string' || option?.type === 'enum') {
      if (value === undefined && ++i >= given.length) return `${word} needs a value.`;
      if (seen.has(name)) return `--${name} is given twice and takes one value.`;
      seen.add(name);
    } else if (option?.type !== 'boolean' && negated?.type !== 'boolean') {
      return `There is no option ${word}. --help lists what there is.`;
    }
  }
  return undefined;
}

function optionWithAlias(known: ReadonlyMap<string, ArgsDef[string]>, name: string): ArgsDef[string] | undefined {
  for (const option of known.values()) if ('alias' in option && [option.alias].flat().includes(name)) return option;
  return undefined;
}
