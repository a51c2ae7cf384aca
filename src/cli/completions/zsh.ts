import { shellWord } from '#src/lib/shell-word.ts';
import type { OptionWords, Values } from '../command-words.ts';
import { brief, type Completable, choices } from './completable.ts';

/** Completions for zsh: a function to autoload from a directory in fpath, or to source after compinit. */
export function zshScript(completables: readonly Completable[]): string {
  const groups = completables.filter(({ path, commands }) => /^\S+$/.test(path) && commands.length > 0);
  return `#compdef chronicle
_chronicle() {
  # A local path would hide PATH, which is tied to it.
  local place= depth=1
  local -a names
  if (( CURRENT > 2 )); then place=$words[2]; depth=2; fi
  case $place in
    (${groups.map(({ path }) => path).join('|')})
      if (( CURRENT > 3 )); then place="$place $words[3]"; depth=3; fi ;;
  esac
  # The rest is completed like a command line of its own.
  words=($words[depth,-1])
  (( CURRENT -= depth - 1 ))
  case $place in
${completables.map(pathCase).join('\n')}
  esac
}
if [[ $funcstack[1] == _chronicle ]]; then _chronicle "$@"; else compdef _chronicle chronicle; fi
`;
}

function pathCase({ path, words, commands }: Completable): string {
  const options = [...words.options.map(optionSpec), shellWord('--help[Print the help]')];
  if (commands.length === 0) {
    const specs = [...options, shellWord(`*:argument:${action(words.argument)}`)].join(' ');
    return `    (${shellWord(path)}) _arguments ${specs} ;;`;
  }
  const names = commands.map(([name, about]) => shellWord(`${name}:${brief(about)}`)).join(' ');
  return `    (${shellWord(path)}) names=(${names}); _describe command names; [[ $PREFIX == -* ]] && _arguments ${options.join(' ')} ;;`;
}

function optionSpec({ name, about, value }: OptionWords): string {
  const text = brief(about).replaceAll(/[\\[\]]/g, '\\$&');
  return shellWord(value === null ? `${name}[${text}]` : `${name}=[${text}]:value:${action(value)}`);
}

function action(values: Values): string {
  if (values === 'directory') return '_files -/';
  if (values === 'file') return '_files';
  return values === 'any' ? ' ' : `(${choices(values).join(' ')})`;
}
