/** Sessions whose chronicle cannot be read. Its name, folder and front matter may still say where they belong. */
import { fileStem, taskOf } from '../lib/branch-name.ts';
import type { Session } from '../format/session.ts';
import { valueIn } from '../format/front-matter-line.ts';
import type { Project } from '../lib/project.ts';
import { compare } from '../lib/compare.ts';

export interface UnreadSession {
  /** The file's name without its ending. */
  name: string;
  /** The project whose folder it is in; null if no other session is known of it. */
  project: Project | null;
  /** Empty if unknown, as branch and task. All three are untrusted text. */
  date: string;
  branch: string;
  task: string;
}

/** Longer values are not labels. */
const LONGEST = 200;

/**
 * What is known of the session in a file with this path, `<project-dir>/chronicle/<name>.md`, and this beginning, which may
 * be empty. Without front matter, the file's name tells, if a readable session of its project has that branch or task.
 */
export function unreadSession(path: string, text: string, sessions: readonly Session[]): UnreadSession {
  const [directory, , file = ''] = path.split(/[\\/]/).slice(-3);
  const name = file.replace(/\.md$/, '');
  const own = sessions.filter(({ project }) => project.directory === directory);
  const labels = labelsIn(text);
  const value = (key: string) => (valueIn(labels, key) ?? '').slice(0, LONGEST);
  const [, day = '', rest = ''] = /^(\d{4}-\d\d-\d\d)-(.*)$/s.exec(name) ?? [];
  const date = /^\d{4}-\d\d-\d\d$/.test(value('date')) ? value('date') : day;
  const branch = value('branch') || branchNamed(rest, own);
  const task = value('task') || taskOf(branch) || taskNamed(rest, own);
  return { name, project: own[0]?.project ?? null, date, branch, task };
}

/** The front matter up to its end, a heading or an empty line, whichever comes first. */
function labelsIn(text: string): string {
  const lines = text.replace(/^\uFEFF?---[ \t]*\r?\n/, '').split(/\r?\n/);
  const end = lines.findIndex((line) => line.trim() === '' || line.startsWith('#') || line.startsWith('---'));
  return `${(end === -1 ? lines : lines.slice(0, end)).join('\n')}\n`;
}

/** The branch of a session whose file would have this name after its date, with or without a number. */
function branchNamed(rest: string, own: readonly Session[]): string {
  const stems = [rest, rest.replace(/-\d+$/, '')].map((stem) => `-${stem}`);
  const known = own.find(({ chronicle }) => stems.includes(fileStem('', chronicle.frontMatter.branch, 1)));
  return rest === '' ? '' : (known?.chronicle.frontMatter.branch ?? '');
}

/** The task with which this part of a name begins, if it is known. The longest, so that LAR-30 is not LAR-3. */
function taskNamed(rest: string, own: readonly Session[]): string {
  const tasks = new Set(own.map(({ chronicle }) => chronicle.frontMatter.task).filter((task) => task !== ''));
  const named = [...tasks].filter((task) => `${rest}-`.toLowerCase().startsWith(`${task.toLowerCase()}-`));
  return named.sort((a, b) => b.length - a.length || compare(a, b))[0] ?? '';
}
