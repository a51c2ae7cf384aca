/** A memory file of a project: `<config>/projects/-home-me-app/memory/feedback_money.md`. */
export interface MemoryPath {
  /** The project's directory below `projects`. */
  directory: string;
  file: string;
}

const BELOW = /^([A-Za-z0-9-]{1,220})\/memory\/([^./\\][^/\\]*\.md)$/;

/**
 * The memory file that a path names, or null. `projects` is where Claude Code keeps them now; a transcript may be of
 * another home. The index is none, as it is in every session.
 */
export function memoryPathOf(path: string, projects: string): MemoryPath | null {
  if (!path.includes('memory')) return null;
  const plain = path.replaceAll('\\', '/');
  const own = projects.replaceAll('\\', '/');
  const elsewhere = plain.lastIndexOf('/.claude/projects/');
  const below = plain.startsWith(`${own}/`)
    ? plain.slice(own.length + 1)
    : elsewhere === -1
      ? ''
      : plain.slice(elsewhere + '/.claude/projects/'.length);
  const [, directory, file] = BELOW.exec(below) ?? [];
  return directory === undefined || file === undefined || file === 'MEMORY.md' ? null : { directory, file };
}
