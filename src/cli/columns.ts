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

/** Names and what is said of each, in two columns. A name too wide for the first has a line of its own. */
export function columns(rows: readonly (readonly [name: string, about: string])[], widest = 24): string {
  const names = rows.map(([name]) => name.length).filter((length) => length <= widest);
  const width = Math.max(0, ...names) + 2;
  return rows
    .map(([name, about]) => {
      const text = wrapped(about, width + 2);
      return name.length > widest ? `  ${name}\n${text}` : `  ${name.padEnd(width)}${text.slice(width + 2)}`;
    })
    .join('\n');
}
