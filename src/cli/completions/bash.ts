import type { Values } from '../command-words.ts';
import { type Completable, choices } from './completable.ts';

/** Completions for bash from 3.2 on, which macOS has. */
export function bashScript(completables: readonly Completable[]): string {
  const groups = completables.filter(({ path, commands }) => /^\S+$/.test(path) && commands.length > 0);
  return `# bash completion for chronicle
_chronicle() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} path=
  # --to=x comes as three words.
  if [ "$cur" = = ]; then cur=
  elif [ "$prev" = = ]; then prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  if [ "$COMP_CWORD" -gt 1 ]; then path=\${COMP_WORDS[1]}; fi
  case $path in
    ${groups.map(({ path }) => path).join('|')})
      if [ "$COMP_CWORD" -gt 2 ]; then path="$path \${COMP_WORDS[2]}"; fi ;;
  esac
  COMPREPLY=()
  case "$path $prev" in
${completables.flatMap(optionCases).join('\n')}
  esac
  case "$path" in
${completables.map(pathCase).join('\n')}
  esac
}
_chronicle_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
_chronicle_paths() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen "$1" -- "$cur"))
}
complete -F _chronicle chronicle
`;
}

/** An option that takes a value is followed only by that value. */
function optionCases({ path, words }: Completable): string[] {
  return words.options.flatMap(({ name, value }) =>
    value === null ? [] : [`    '${path} ${name}') ${offered(value)} return ;;`],
  );
}

function pathCase({ path, words, commands }: Completable): string {
  const options = [...words.options.map(({ name }) => name), '--help'].join(' ');
  const argument = commands.length > 0 ? commands.map(([name]) => name) : words.argument;
  return `    '${path}') if [ "\${cur#-}" != "$cur" ]; then _chronicle_words '${options}'; else ${offered(argument)} fi ;;`;
}

function offered(values: Values): string {
  if (values === 'directory') return '_chronicle_paths -d;';
  if (values === 'file') return '_chronicle_paths -f;';
  return values === 'any' ? ':;' : `_chronicle_words '${choices(values).join(' ')}';`;
}
