/**
 * Which shell commands of the agent run without a prompt: exactly one `chronicle` command, with at
 * most one quoted heredoc and nothing else.
 *
 *     chronicle log ERROR <<'EOF'
 *     any text at all: $(), `…`, "quotes"
 *     EOF
 *
 * The host also asks about commands it cannot take apart, whatever they are, and runs a whole
 * command on our word; so everything that is not plainly this form gets no answer.
 */
const COMMANDS = new Set(['log', 'summary', 'tags', 'search', 'show']);
const WRITERS = new Set(['log', 'summary']);

/** Characters that no shell gives a meaning to inside a word; `=` and `~` have one at its beginning. */
const PLAIN_WORD = /^[A-Za-z0-9_./:@%+,-][A-Za-z0-9_./:@%+,=-]*/;
const SINGLE_QUOTED = /^'[^'\n\r]*'/;
/** Without `$`, backtick, backslash and `!` nothing is expanded between double quotes. */
const DOUBLE_QUOTED = /^"[^"$`\\!\n\r]*"/;
const HEREDOC = /^<<(?:'([A-Za-z_][A-Za-z0-9_]*)'|"([A-Za-z_][A-Za-z0-9_]*)")[ ]*\n/;

/** Whether this command of the session `sessionId` may run without asking. Writing to another session is asked about. */
export function isAllowedCommand(command: string, sessionId: string): boolean {
  // Shells drop it, so that they would see other words than these.
  if (command.includes('\0')) return false;
  const words: string[] = [];
  let rest = command.replace(/^[ \n]+/, '');
  for (;;) {
    const heredoc = HEREDOC.exec(rest);
    if (heredoc)
      return (
        isChronicle(words, sessionId) && endsWithHeredoc(rest.slice(heredoc[0].length), heredoc[1] ?? heredoc[2] ?? '')
      );
    if (/^[ \n]*$/.test(rest)) return isChronicle(words, sessionId);
    const word = readWord(rest);
    if (word === null) return false;
    words.push(rest.slice(0, word));
    rest = rest.slice(word);
    const blanks = /^ +/.exec(rest)?.[0].length ?? 0;
    if (blanks === 0 && !/^\n*$/.test(rest)) return false;
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

function isChronicle([program, command, ...words]: string[], sessionId: string): boolean {
  if (program !== 'chronicle' || command === undefined || !COMMANDS.has(command)) return false;
  return !WRITERS.has(command) || namesNoOther(words, sessionId);
}

/** Whether `--session`, if it is given, names this session. */
function namesNoOther(words: string[], sessionId: string): boolean {
  const plain = words.map((word) => word.replace(/['"]/g, ''));
  return plain.every((word, i) => {
    if (word === '--session') return plain[i + 1] === sessionId;
    return !word.startsWith('--session') || word === `--session=${sessionId}`;
  });
}

/**
 * The delimiter stands alone on the first line that equals it, also to a shell that drops carriage
 * returns, and only blank lines follow.
 */
function endsWithHeredoc(body: string, delimiter: string): boolean {
  const lines = body.split('\n');
  const end = lines.findIndex((line) => line.replaceAll('\r', '') === delimiter);
  return lines[end] === delimiter && lines.slice(end + 1).every((line) => /^ *$/.test(line));
}
