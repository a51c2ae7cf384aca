/**
 * Parses the one form of shell command that can be understood without a shell: a program, its
 * arguments, and at most one quoted heredoc as its stdin.
 *
 *     chronicle log ERROR <<'EOF'
 *     any text at all: $(), `…`, "quotes"
 *     EOF
 */

/**
 * Characters without a special meaning inside a word in any shell; `=` and `~` are special at its beginning. `#` is one between
 * letters and digits, as in the ids that we print: elsewhere it can begin a comment, or a pattern of zsh's extended globbing,
 * where such an id matches no more than names of files that look like it.
 */
const PLAIN_WORD = /^[A-Za-z0-9_./:@%+,-](?:[A-Za-z0-9_./:@%+,=-]|(?<=[A-Za-z0-9])#(?=[eno]-[0-9a-f]{6}))*/;
const SINGLE_QUOTED = /^'[^'\n\r]*'/;
/** Without `$`, backtick, backslash and `!` nothing is expanded between double quotes. */
const DOUBLE_QUOTED = /^"[^"$`\\!\n\r]*"/;
const HEREDOC = /^<<(?:'([A-Za-z_][A-Za-z0-9_]*)'|"([A-Za-z_][A-Za-z0-9_]*)")[ ]*\n/;

/** The command's words, with their quotes, or null if the command has any other form. */
export function plainWords(command: string): string[] | null {
  // Shells drop NUL characters, so they would read different words.
  if (command.includes('\0')) return null;
  const words: string[] = [];
  let rest = command.replace(/^[ \n]+/, '');
  for (;;) {
    const heredoc = HEREDOC.exec(rest);
    if (heredoc) return endsWithHeredoc(rest.slice(heredoc[0].length), heredoc[1] ?? heredoc[2] ?? '') ? words : null;
    if (/^[ \n]*$/.test(rest)) return words;
    const word = readWord(rest);
    if (word === null) return null;
    words.push(rest.slice(0, word));
    rest = rest.slice(word);
    const blanks = /^ +/.exec(rest)?.[0].length ?? 0;
    if (blanks === 0 && !/^\n*$/.test(rest)) return null;
    rest = rest.slice(blanks);
  }
}

/** The length of a word made of plain and quoted pieces, or null. */
function readWord(text: string): number | null {
  let length = 0;
  for (;;) {
    const rest = text.slice(length);
    // `tag:"two words"` is one word; a plain piece may follow a quote, but may not start with `=`.
    const piece = PLAIN_WORD.exec(rest) ?? SINGLE_QUOTED.exec(rest) ?? DOUBLE_QUOTED.exec(rest);
    if (!piece) return length === 0 ? null : length;
    length += piece[0].length;
  }
}

/**
 * Whether the heredoc ends where every shell sees its end, even one that drops carriage returns, and only blank lines
 * follow. For ksh, a line such as `EOF)` ends it too, and in one such as `EOFé` dash drops a byte.
 */
function endsWithHeredoc(body: string, delimiter: string): boolean {
  const lines = body.split('\n');
  for (const line of lines) {
    const text = line.replaceAll('\r', '');
    if (text.startsWith(delimiter) && /^[)\u0080-\uffff]/.test(text.slice(delimiter.length))) return false;
  }
  const end = lines.findIndex((line) => line.replaceAll('\r', '') === delimiter);
  return lines[end] === delimiter && lines.slice(end + 1).every((line) => /^ *$/.test(line));
}
