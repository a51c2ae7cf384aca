import { listed } from '../lib/listed.ts';
import { similarTo } from '../lib/nearest.ts';
import { type Query, type QueryProblem, quoted } from './query.ts';

/** The names that an archive has. */
interface KnownNames {
  projects(): readonly { slug: string; name: string }[];
  names(of: 'branch' | 'task' | 'session' | 'machine' | 'from'): readonly string[];
}

/** As many similar names as a sentence lists. */
const MOST = 5;

/** The names in a query that do not exist in the archive, with those that begin alike or are spelled almost alike. */
export function unknownNames(query: Query, known: KnownNames): QueryProblem[] {
  // A query names a project by its slug, and people also know the name that pages show.
  const projects = query.projects.length === 0 ? [] : known.projects();
  const slugOf = new Map(projects.flatMap(({ slug, name }) => [[name, slug] as const, [slug, slug] as const]));
  const asked = [
    ['project', 'project', query.projects, () => [...slugOf.keys()]],
    ['branch', 'branch', query.branches, () => known.names('branch')],
    ['task', 'task', query.tasks, () => known.names('task')],
    ['session', 'session', query.sessions, () => known.names('session')],
    ['on', 'archive', query.machines, () => known.names('machine')],
    ['from', 'imported system', query.systems, () => known.names('from')],
  ] as const;
  return asked.flatMap(([key, thing, wanted, namesOf]) => {
    const names = wanted.length === 0 ? [] : namesOf().filter((name) => name !== '');
    const exists = key === 'project' ? projects.map(({ slug }) => slug) : names;
    const isKnown = (name: string) => exists.some((each) => each.toLowerCase() === name.toLowerCase());
    return wanted
      .filter((name) => !isKnown(name))
      .map((name): QueryProblem => {
        const similar = similarTo(name, names).map((each) => (key === 'project' ? (slugOf.get(each) ?? each) : each));
        const words = [...new Set(similar)].slice(0, MOST).map((each) => `${key}:${quoted(each)}`);
        const question = words.length === 0 ? '' : ` Did you mean ${listed(words, 'or')}?`;
        return {
          word: `${key}:${quoted(name)}`,
          message: `No ${thing} is called ${name}.${question}`,
          suggestion: words.length === 1 ? (words[0] ?? null) : null,
        };
      });
  });
}
