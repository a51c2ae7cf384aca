/** The names of memory files that an event's text mentions. */

/** Claude Code's auto memory starts file names with the type: `feedback_money.md`. */
const KIND = /^(?:feedback|project|reference|user)_/;
/** File names further down are not found. */
const READ = 4000;
/** Common project files. Even if a memory has such a name, a miss that names it means the project's file. */
const OF_PROJECTS = new Set(['readme.md', 'claude.md', 'agents.md', 'changelog.md', 'contributing.md', 'memory.md']);

/** A file name in a text, in lower case, that is or may be a memory's. */
export interface NamedFile {
  file: string;
  /** It starts with a type; otherwise it is only a memory if one with that name is known. */
  isSure: boolean;
}

/**
 * The names in a text, in order, that are memories because they start with a type, or may be because they have no
 * directory or are in `memory/`.
 *
 *     namedFiles('Used a float despite `memory/feedback_money.md`')  // [{ file: 'feedback_money.md', isSure: true }]
 *     namedFiles('No line in docs/FORMAT.md')                        // []
 */
export function namedFiles(text: string): NamedFile[] {
  const start = text.slice(0, READ);
  if (!/\.md/i.test(start)) return [];
  return [...start.matchAll(namePattern())].flatMap(([, directories = '', base = '']): NamedFile[] => {
    const file = base.toLowerCase();
    if (KIND.test(file)) return [{ file, isSure: true }];
    const isPlain = directories === '' || /(?:^|[/\\])memory[/\\]$/i.test(directories);
    return isPlain && !OF_PROJECTS.has(file) ? [{ file, isSure: false }] : [];
  });
}

/**
 * A file name with its directories, up to a length limit. In a function, since loading a pattern with `\p` costs 2 ms,
 * and most hooks do not need it.
 */
function namePattern(): RegExp {
  return /(?<![\p{L}\p{N}_.-])((?:[\p{L}\p{N}_.~-]{1,80}[/\\]|[/\\]){0,20})([\p{L}\p{N}_-][\p{L}\p{N}_.-]{0,120}\.md)(?![\p{L}\p{N}_-])/giu;
}

/** Whether a file name is safe in a sentence, with no blanks or marks that could carry a message. */
export function isPlainName(file: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.md$/.test(file);
}
