/** What the events of a session name and the archive has a page or place for: memories of the project, and commits. */
import type { Session } from '#src/format/session.ts';
import type { Facts } from '#src/transcript/facts.ts';
import type { MemoryRecord } from '#src/memory/memory.ts';
import { memoryPageAddress } from '#src/memory/memory-pages.ts';
import { mentionsIn } from '#src/lib/text/blocks.ts';
import { commitAnchor } from '#src/lib/text/page-address.ts';
import { memoised } from '#src/lib/memo.ts';

/** The pages of the memories that the events of a session name, by the name of the file. */
export function namedMemories({ project, chronicle }: Session, memory: MemoryRecord): ReadonlyMap<string, string> {
  const pages = memoryPages(memory).get(project.slug);
  if (!pages) return new Map();
  // A build looks at every event, and few name a file.
  const texts = chronicle.events.flatMap(({ text, details }) => [text, details]).filter((text) => text.includes('.md'));
  const names = new Set(texts.flatMap(mentionsIn));
  return new Map(
    [...names].flatMap((name) => {
      const page = pages.get(name);
      return page === undefined ? [] : [[name, page] as const];
    }),
  );
}

/** The address of a name in the events of a session: a memory's page, or the place of a commit of the same session. */
export function addressOfNames(
  memories: ReadonlyMap<string, string>,
  facts: Facts | null,
): (name: string) => string | null {
  const commits = facts?.commits ?? [];
  return (name) => {
    const page = memories.get(name);
    if (page !== undefined) return page;
    const isHash = /^[0-9a-f]{7,40}$/.test(name);
    const commit = isHash && commits.find(({ hash }) => hash.startsWith(name) || name.startsWith(hash));
    return commit ? `#${commitAnchor(commit.hash)}` : null;
  };
}

/** The pages of memories by project and file. */
const memoryPages = memoised(({ results }: MemoryRecord): Map<string, Map<string, string>> => {
  const found = new Map<string, Map<string, string>>();
  for (const { history } of results) {
    const page = memoryPageAddress(history);
    if (page === null) continue;
    const own = found.get(history.project.slug) ?? new Map<string, string>();
    found.set(history.project.slug, own.set(history.file, page));
  }
  return found;
});
