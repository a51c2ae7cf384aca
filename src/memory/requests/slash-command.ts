/** Requests that are always made together, as a command of Claude Code: the text of a file, and the name that it could have. */

export interface SlashCommand {
  /** `.claude/commands/commit-and-push.md` */
  file: string;
  text: string;
}

const MOST_WORDS = 4;

/** The words become the text and nothing else: the name is made of letters and digits. */
export function slashCommand(words: string): SlashCommand {
  const name = (
    words
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  )
    .slice(0, MOST_WORDS)
    .join('-')
    .slice(0, 40);
  const text = words.replace(/[.\s]+$/, '');
  return {
    file: `.claude/commands/${name === '' ? 'routine' : name}.md`,
    text: `${text.charAt(0).toUpperCase()}${text.slice(1)}.\n`,
  };
}
