import { editYaml, type YamlChange } from '#src/lib/edit-yaml.ts';
import { readYaml, type YamlPath } from '#src/lib/read-yaml.ts';
import type { DraftSettings } from '#src/posts/drafts/draft.ts';
import { isRecord } from '#src/lib/is-record.ts';

const ABOUT = `# The title and settings of this draft; its text is in draft.mdx. Edit as you like: comments are kept.
`;

/** draft.yml of a new draft. */
export function settingsYaml(settings: DraftSettings): string {
  return withSettings(ABOUT, settings);
}

/** draft.yml with some settings changed. The rest keeps its layout, comments and order. Empty settings are not written. */
export function withSettings(text: string, settings: Partial<DraftSettings>): string {
  const { value } = readYaml(text);
  const before = isRecord(value) ? value : {};
  const changes = Object.entries(settings).flatMap(([key, after]) =>
    changesBetween(before[key], isEmpty(after) ? undefined : after, [key]),
  );
  return changes.length === 0 ? text : editYaml(text, changes);
}

/** The smallest changes that turn one value into the other. */
function changesBetween(before: unknown, after: unknown, path: YamlPath): YamlChange[] {
  if (isSame(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, path);
  if (!isRecord(before) || !isRecord(after)) return [{ path, value: after }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => changesBetween(before[key], after[key], [...path, key]));
}

function listChanges(before: readonly unknown[], after: readonly unknown[], path: YamlPath): YamlChange[] {
  if (after.length >= before.length)
    return after.flatMap((item, place) => changesBetween(before[place], item, [...path, place]));
  const gone = before.findIndex((_, place) => isSame(before.toSpliced(place, 1), after));
  return gone < 0 ? [{ path, value: after }] : [{ path: [...path, gone], value: undefined }];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
