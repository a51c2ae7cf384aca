import type { UnusableFacts } from '#src/doctor/harvest-findings.ts';
import { isEndOfFacts } from '#src/facts/facts.ts';
import { factsDirectory, isFactsName, type Layout } from '#src/project/paths.ts';
import { namesIn } from '../disk/names-in.ts';
import { projectsIn } from '../disk/projects.ts';
import { readEnd } from '../disk/read-end.ts';
import { readFactsHead } from '../facts/write-facts.ts';

/** Facts files that cannot be used, and the first of them. Reads the whole file only if its end is not as we write it. */
export function unusableFacts(layout: Layout): UnusableFacts | null {
  const found: { path: string; fault: string }[] = [];
  for (const { chronicle } of projectsIn(layout.projects)) {
    const directory = factsDirectory(chronicle);
    for (const name of namesIn(directory).filter(isFactsName)) {
      const path = `${directory}/${name}`;
      if (isEndOfFacts(readEnd(path, 2)?.text ?? '')) continue;
      const { fault } = readFactsHead(path);
      if (fault !== null) found.push({ path, fault });
    }
  }
  const [first] = found;
  return first ? { count: found.length, ...first } : null;
}
