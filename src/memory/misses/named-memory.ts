/** A file name of Claude Code's auto memory says its kind first: `feedback_money.md`. */
const KIND = /^(?:feedback|project|reference|user)_/;
/** Nobody names a file further on. */
const READ = 4000;
/** Files that projects have; one of them may lie beside memories, and still a miss that names it means the project's. */
const OF_PROJECTS = new Set(['readme.md', 'claude.md', 'agents.md', 'changelog.md', 'contributing.md', 'memory.md']);

/** A file name in a text, in lower case, that is or may be a memory's. */
export interface NamedFile {
  file: string;
  /** It says its kind; else it is a memory's only if one of that name is known. */
  isSure: boolean;
}

/**
 * The names in a text, in its order, that are a memory's because they say their kind, or may be since they
 * stand alone or in `memory/`.
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
 * A file name with the directories before it; what is longer is no name. In a function, since a pattern with `\p` costs
 * 2 ms when it is loaded, which most hooks do in vain.
 */
function namePattern(): RegExp {
  return /(?<![\p{L}\p{N}_.-])((?:[\p{L}\p{N}_.~-]{1,80}[/\\]|[/\\]){0,20})([\p{L}\p{N}_-][\p{L}\p{N}_.-]{0,120}\.md)(?![\p{L}\p{N}_-])/giu;
}
