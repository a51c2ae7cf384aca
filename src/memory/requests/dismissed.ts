/**
 * What the owner does not want to see again, in `config.json`, by the project's path:
 *
 *     "dismissed": { "/home/me/code/larder": ["add a test for this", "$ acme test run"] }
 *
 * A request counts as dismissed however it is worded later; a command, after `$`, whatever its error says.
 */
import type { Project } from '#src/lib/project.ts';
import { likeness, stemsOf } from './wording.ts';

export type Dismissed = Readonly<Record<string, readonly string[]>>;

/** From this share of common words on, a dismissal is of the same request. */
const SAME = 0.6;

/** How a request or a failure is named in the settings. */
export function dismissalOf(repeat: { words: string } | { run: string }): string {
  return 'run' in repeat ? `$ ${repeat.run}` : repeat.words;
}

/** Where the dismissals of a project are. */
export function dismissalKey({ root, directory }: Pick<Project, 'root' | 'directory'>): string {
  return root ?? directory;
}

export function isDismissed(
  dismissed: Dismissed,
  project: Project,
  repeat: { words: string } | { run: string },
): boolean {
  const key = dismissalKey(project);
  const own = Object.hasOwn(dismissed, key) ? (dismissed[key] ?? []) : [];
  const name = dismissalOf(repeat);
  if ('run' in repeat) return own.includes(name);
  const stems = new Set(stemsOf(name));
  return own.some((each) => each === name || likeness(new Set(stemsOf(each)), stems) >= SAME);
}
