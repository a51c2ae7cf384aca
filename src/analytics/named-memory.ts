/** A file name of Claude Code's auto memory says its kind first: `feedback_money.md`. */
const KIND = /^(?:feedback|project|reference|user)_/;
/** A file name with the directories before it. What is longer is no name. */
const NAME =
  /(?<![\p{L}\p{N}_.-])((?:[\p{L}\p{N}_.~-]{1,80}[/\\]|[/\\]){0,20})([\p{L}\p{N}_-][\p{L}\p{N}_.-]{0,120}\.md)(?![\p{L}\p{N}_-])/giu;
/** Nobody names a file further on. */
const READ = 4000;
/** Files that projects have; one of them may lie beside memories, and still a miss that names it means the project's. */
const OF_PROJECTS = new Set(['readme.md', 'claude.md', 'agents.md', 'changelog.md', 'contributing.md', 'memory.md']);

/**
 * The memory files that a text names, in lower case, in the order of the text. A name is a memory's if it
 * says its kind, or if `isKnown` and it stands alone or in `memory/`.
 *
 *     namedMemories('Used a float despite `memory/feedback_money.md`', isKnown)  // ['feedback_money.md']
 *     namedMemories('No line in docs/FORMAT.md', isKnown)                        // []
 */
export function namedMemories(text: string, isKnown: (file: string) => boolean): string[] {
  const start = text.slice(0, READ);
  if (!/\.md/i.test(start)) return [];
  return [...start.matchAll(NAME)].flatMap(([, directories = '', name = '']) => {
    const file = name.toLowerCase();
    if (KIND.test(file)) return [file];
    const isPlain = directories === '' || /(?:^|[/\\])memory[/\\]$/i.test(directories);
    return isPlain && isKnown(file) && !OF_PROJECTS.has(file) ? [file] : [];
  });
}
