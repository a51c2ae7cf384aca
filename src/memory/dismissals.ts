/**
 * What the owner does not want to see again, in `config.json`, by the project's path:
 *
 *     "dismissed": { "/home/me/code/larder": ["add a test for this", "$ acme test run"] }
 *
 * A request counts as dismissed however it is worded later; a command, after `$`, whatever its error says.
 */
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { readConfig } from '#src/lib/config.ts';
import { isFault, settingsTree, unmarked, valueUnder, withMember } from '#src/lib/settings-text.ts';
import { changeForeign, requireWritable } from '#src/lib/foreign-file.ts';
import type { Paths } from '#src/lib/paths.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import type { Project } from '#src/lib/project.ts';
import { isSameRequest } from './wording.ts';

export type Dismissed = Readonly<Record<string, readonly string[]>>;

type Named = { kind: 'request'; words: string } | { kind: 'failure'; run: string };

/** How a request or a failure is named in the settings. */
export function dismissalOf(repeat: Named): string {
  return repeat.kind === 'failure' ? `$ ${repeat.run}` : repeat.words;
}

function keyOf({ root, directory }: Pick<Project, 'root' | 'directory'>): string {
  return root ?? directory;
}

export function isDismissed(dismissed: Dismissed, project: Project, repeat: Named): boolean {
  const key = keyOf(project);
  const own = Object.hasOwn(dismissed, key) ? (dismissed[key] ?? []) : [];
  const name = dismissalOf(repeat);
  return own.some((each) => each === name || (repeat.kind === 'request' && isSameRequest(each, name)));
}

/**
 * Adds `name` to what is dismissed in a project. Every other byte of the settings stays as it is. Refuses
 * (CHRONICLE_BAD_CONFIG) settings that cannot be read.
 */
export function dismissIn(paths: Paths, project: Project, name: string): void {
  const { problem } = readConfig(paths);
  if (problem !== null) throw new ChronicleError('CHRONICLE_BAD_CONFIG', `${problem} Nothing was changed.`);
  privateDirectory(paths.state, paths.config);
  requireWritable(paths.settings);
  const edit = (text: string | null) => withDismissal(text ?? '', keyOf(project), name, paths.settings);
  changeForeign(paths.settings, edit, 0o600);
}

function withDismissal(text: string, key: string, name: string, path: string): string {
  const body = unmarked(text);
  const mark = text.slice(0, text.length - body.length);
  if (body.trim() === '') return `${mark}${JSON.stringify({ dismissed: { [key]: [name] } }, null, 2)}\n`;
  const tree = settingsTree(body);
  if (isFault(tree))
    throw new ChronicleError(
      'CHRONICLE_BAD_CONFIG',
      `${path}:${tree.line}:${tree.column}: ${tree.message}. Fix it there, then run this again. The file was not changed.`,
    );
  const all = valueUnder(tree, 'dismissed');
  if (!all) return mark + withMember(body, tree, { key: 'dismissed', value: { [key]: [name] } });
  const own = valueUnder(all, key);
  if (!own) return mark + withMember(body, all, { key, value: [name] });
  if (own.children?.some(({ value }) => value === name)) return text;
  return mark + withMember(body, own, { key: null, value: name });
}
