import type { ArgsDef } from 'citty';

/** What can be typed after a command, for completions. */
export interface CommandWords {
  options: readonly OptionWords[];
  /** What its arguments can be. */
  argument: Values;
}

export interface OptionWords {
  /** With its dashes: `--out`, `--no-search`. */
  name: string;
  about: string;
  /** What its value can be; null if it takes no value. */
  value: Values | null;
}

/** Words to choose from, or file or directory names; `any` if it could be anything. */
export type Values = readonly string[] | 'file' | 'directory' | 'any';

/** The words that follow from a command's arguments. Choices are its `options`, or a `valueHint` such as `bash|zsh|fish`. */
export function wordsOf(args: ArgsDef): CommandWords {
  const all = Object.entries(args);
  const positional = all.find(([, { type }]) => type === 'positional');
  return {
    options: all.filter(([, { type }]) => type !== 'positional').map(optionWords),
    argument: positional ? valuesOf(positional[1]) : 'any',
  };
}

function optionWords([name, arg]: [string, ArgsDef[string]]): OptionWords {
  const about = arg.description ?? '';
  if (arg.type === 'string' || arg.type === 'enum') return { name: `--${name}`, about, value: valuesOf(arg) };
  if (arg.type === 'boolean' && arg.default === true)
    return { name: `--no-${name}`, about: arg.negativeDescription ?? about, value: null };
  return { name: `--${name}`, about, value: null };
}

function valuesOf(arg: ArgsDef[string]): Values {
  if ('options' in arg && arg.options !== undefined) return arg.options;
  const { valueHint = '' } = arg;
  if (valueHint.includes('|')) return valueHint.split('|');
  return valueHint === 'file' || valueHint === 'directory' ? valueHint : 'any';
}
