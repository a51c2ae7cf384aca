import { editYaml, type YamlChange } from '#src/node/owned/edit-yaml.ts';
import { readYaml, type YamlPath } from '#src/node/owned/read-yaml.ts';
import type { DraftSettings } from '#src/posts/drafts/draft.ts';
import { isRecord } from '#src/value/is-record.ts';

const ABOUT = `# This draft: its title and what surrounds the text in draft.mdx. Yours to change; comments stay.
`;

/** draft.yml of a new draft. */
export function settingsYaml(settings: DraftSettings): string {
  return withSettings(ABOUT, settings);
}

/**
 * A text of draft.yml with some settings changed. All that stays the same keeps its words, comments and order; empty ones
 * are not written.
 */
export function withSettings(text: string, settings: Partial<DraftSettings>): string {
  const { value } = readYaml(text);
  const before = isRecord(value) ? value : {};
  const changes = Object.entries(settings).flatMap(([key, wanted]) =>
    changesBetween(before[key], isEmpty(wanted) ? undefined : wanted, [key]),
  );
  return changes.length === 0 ? text : editYaml(text, changes);
}

/** What makes one value of another, as little as possible: a list keeps the items that it has. */
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
