/**
 * Takes the texts of heredocs out of a shell command:
 *
 *     cat > a.ts <<'END' && npm test       cat > a.ts  && npm test
 *     const a = 1;                                                      body: const a = 1;
 *     END
 */

/** `<<EOF`, `<<-'EOF'`, `<<\EOF`; not `<<<`. */
const OPERATOR = /(?<!<)<<-?[ \t]{0,9}(?:\\([A-Za-z_]\w{0,40})|(['"]?)([A-Za-z_]\w{0,40})\2)(?!<)/g;
/** Longer commands are not read to their end. */
const READ = 400_000;
const MOST = 100;

export interface Unfolded {
  /** The command without heredocs. */
  text: string;
  /** Their texts, in order. */
  bodies: string[];
}

/** A command and its heredocs. One that never ends, as in a command cut short, reaches to the end of the text. */
export function withoutHeredocs(command: string): Unfolded {
  if (!command.includes('<<')) return { text: command, bodies: [] };
  const lines = command.slice(0, READ).split('\n');
  const ends = endsIn(lines);
  const kept: string[] = [];
  const bodies: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const words = bodies.length < MOST && line.includes('<<') ? [...line.matchAll(OPERATOR)].map(wordOf) : [];
    let last = at;
    for (const word of words.slice(0, MOST)) {
      const end = ends.get(word)?.find((other) => other > last) ?? lines.length;
      bodies.push(lines.slice(last + 1, end).join('\n'));
      last = end;
    }
    kept.push(words.length === 0 ? line : line.replace(OPERATOR, ' '));
    at = last;
  }
  return { text: kept.join('\n'), bodies };
}

function wordOf([, escaped, , word]: RegExpMatchArray): string {
  return escaped ?? word ?? '';
}

/** Where each word is alone on a line. */
function endsIn(lines: readonly string[]): Map<string, number[]> {
  const ends = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    const word = line.length < 200 ? line.trim() : '';
    if (!/^[A-Za-z_]\w{0,40}$/.test(word)) continue;
    const known = ends.get(word);
    if (known) known.push(at);
    else ends.set(word, [at]);
  }
  return ends;
}
