/** Writes a dismissal into the owner's settings, where it stays. Every other byte of the file stays as it is. */
import type { Project } from '#src/lib/project.ts';
import { readConfig } from '#src/lib/config.ts';
import { changeForeign, requireWritable } from '#src/lib/foreign-file.ts';
import { withMember } from '#src/lib/edit-json.ts';
import { isFault, settingsTree, unmarked, valueUnder } from '#src/lib/settings-text.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { dismissalKey } from './dismissed.ts';

/** Adds `name` to what is dismissed in a project. Refuses (CHRONICLE_BAD_CONFIG) settings that cannot be read. */
export function dismissIn(layout: Layout, project: Project, name: string): void {
  const { problem } = readConfig(layout);
  if (problem !== null) throw new ChronicleError('CHRONICLE_BAD_CONFIG', `${problem} Nothing was changed.`);
  privateDirectory(layout.state, layout.config);
  requireWritable(layout.settings);
  changeForeign(
    layout.settings,
    (text) => withDismissal(text ?? '', dismissalKey(project), name, layout.settings),
    0o600,
  );
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
