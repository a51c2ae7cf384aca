import { bold, cyan, green, joined, red, type Text } from './text.ts';

/** A unified diff with its lines in colour, as git shows it. */
export function diffText(diff: string): Text {
  return joined(diff.split('\n').map(lineText));
}

function lineText(line: string, index: number): Text {
  if (index < 2 && /^(?:---|\+\+\+) /.test(line)) return bold(line);
  if (line.startsWith('@@')) return cyan(line);
  if (line.startsWith('-')) return red(line);
  return line.startsWith('+') ? green(line) : line;
}
