import { readFileSync } from 'node:fs';
import type { Layout } from '../../project/paths.ts';
import { parseSettings } from '../drafts/parse-settings.ts';
import { namesIn } from './own-files.ts';

/** A post that a draft says it was exported to. */
export interface ExportedPost {
  path: string;
  /** The events in it, as `<session_id>#e-…`. */
  events: readonly string[];
}

/** The posts that drafts name, each once with the events of its last export. What cannot be read names none. */
export function exportedPosts({ drafts }: Layout): ExportedPost[] {
  const records = namesIn(drafts, []).flatMap((name) => recordsIn(`${drafts}/${name}/draft.yml`));
  return [...new Map(records.map(({ file, events }) => [file, { path: file, events }])).values()];
}

function recordsIn(path: string) {
  try {
    return parseSettings(readFileSync(path, 'utf8')).value.exports.filter(
      ({ file }) => file.startsWith('/') || /^[A-Za-z]:/.test(file),
    );
  } catch {
    return [];
  }
}
