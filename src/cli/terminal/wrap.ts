/** How wide the help is, whatever the terminal: it is also read in files and pages. */
const WIDTH = 80;

/** A text in lines that fit, each behind `indent` spaces. A longer word has a line of its own. */
export function wrapped(text: string, indent = 0): string {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (indent + line.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => ' '.repeat(indent) + line).join('\n');
}
