import type { OptionWords, Values } from '../command-words.ts';
import { brief, type Completable, choices } from './completable.ts';

/** Completions for fish. */
export function fishScript(completables: readonly Completable[]): string {
  return `# fish completion for chronicle
function __chronicle_words
  set -l words (commandline -opc)
  set -e words[1]
  string match -v -- '-*' $words
end
# Whether the command line is exactly these words so far.
function __chronicle_is
  set -l words (__chronicle_words)
  test "$words" = "$argv"
end
# Whether it begins with these words.
function __chronicle_in
  set -l words (__chronicle_words)
  set -l depth (count $argv)
  test (count $words) -ge $depth; and test "$words[1..$depth]" = "$argv"
end
complete -c chronicle -f
complete -c chronicle -l help -d 'Print the help'
${completables.flatMap(lines).join('\n')}
`;
}

function lines({ path, words, commands }: Completable): string[] {
  const at = `complete -c chronicle -n ${quoted(`__chronicle_is ${path}`.trim())}`;
  const within = `complete -c chronicle -n ${quoted(path === '' ? '__chronicle_is' : `__chronicle_in ${path}`)}`;
  const argument = commands.length > 0 ? '' : offered(words.argument);
  return [
    ...commands.map(([name, about]) => `${at} -a ${quoted(name)} -d ${quoted(brief(about))}`),
    ...words.options.map((option) => `${within} ${optionLine(option)}`),
    ...(argument === '' ? [] : [`${within}${argument}`]),
  ];
}

function optionLine({ name, about, value }: OptionWords): string {
  const option = `-l ${name.replace(/^--/, '')} -d ${quoted(brief(about))}`;
  if (value === null) return option;
  return `${option} ${value === 'file' ? '-r' : '-x'}${offered(value)}`;
}

function offered(values: Values): string {
  if (values === 'directory') return ` -a ${quoted('(__fish_complete_directories)')}`;
  if (values === 'file') return ' -F';
  return values === 'any' ? '' : ` -a ${quoted(choices(values).join(' '))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
