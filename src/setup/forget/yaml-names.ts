import { isRecord } from '#src/lib/is-record.ts';
import type { Renaming } from './match.ts';

/** A value and its path. Undefined deletes the entry. */
export interface NameChange {
  path: (string | number)[];
  value: unknown;
}

/**
 * The changes that rename sessions and events in a YAML file, and delete list items and keys that name a deleted one.
 * Ordered so that applying one does not shift the paths of the next.
 */
export function yamlNames(value: unknown, renamed: Renaming, path: NameChange['path'] = []): NameChange[] {
  if (Array.isArray(value)) {
    const items = value.map((item, place) => itemChanges(item, renamed, [...path, place]));
    return items.reverse().flat();
  }
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const name = renamed(key);
    const gone: NameChange[] = name === key ? [] : [{ path: [...path, key], value: undefined }];
    if (name === null) return gone;
    if (name !== key) return [...gone, { path: [...path, name], value: item }];
    return itemChanges(item, renamed, [...path, key]);
  });
}

function itemChanges(item: unknown, renamed: Renaming, path: NameChange['path']): NameChange[] {
  if (typeof item === 'string') {
    const name = renamed(item);
    return name === item ? [] : [{ path, value: name ?? undefined }];
  }
  const isGone =
    isRecord(item) && Object.values(item).some((each) => typeof each === 'string' && renamed(each) === null);
  return isGone ? [{ path, value: undefined }] : yamlNames(item, renamed, path);
}
