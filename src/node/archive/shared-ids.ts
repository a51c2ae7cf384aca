import { excerptsOf } from '#src/chronicle/excerpt.ts';
import { type Problem, problemAt } from '#src/chronicle/problem.ts';
import type { ExcerptLine } from '#src/chronicle/session.ts';
import type { Entry, ListedFile } from './listed-file.ts';
import { readAgain } from './read-source.ts';

/** A problem and the lines around it. */
export interface Finding {
  problem: Problem;
  excerpt: ExcerptLine[];
}

/** Finds files with the same session_id. Files are read again for an excerpt, once. */
export class SharedIds {
  #known = new Map<string, Finding>();

  find(listed: readonly ListedFile[]): Map<Entry, Finding> {
    const findings = new Map<Entry, Finding>();
    const kept = new Map<string, Finding>();
    for (const same of sharingId(listed)) {
      for (const item of same) {
        const other = same.find((each) => each !== item)?.entry.path ?? '';
        const key = `${item.entry.path}\n${item.digest}\n${other}`;
        const finding = this.#known.get(key) ?? noteOn(item.entry.path, other);
        kept.set(key, finding);
        findings.set(item.entry, finding);
      }
    }
    this.#known = kept;
    return findings;
  }
}

function sharingId(listed: readonly ListedFile[]): Iterable<ListedFile[]> {
  const first = new Map<string, ListedFile>();
  const shared = new Map<string, ListedFile[]>();
  for (const item of listed) {
    const other = first.get(item.id);
    if (!other) first.set(item.id, item);
    else shared.set(item.id, [...(shared.get(item.id) ?? [other]), item]);
  }
  return shared.values();
}

/** That another file has the session_id of the file at this path. */
export function noteOn(path: string, other: string): Finding {
  const text = readAgain(path);
  const before = text.slice(0, Math.max(0, text.search(/^session_id:/m)));
  const problem = problemAt('CHRONICLE_SAME_SESSION', before.split('\n').length, 1, other);
  return { problem, excerpt: excerptsOf(text, [problem])[0] ?? [] };
}
