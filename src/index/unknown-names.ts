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
  const problems = (key: string, thing: string, asked: readonly string[], namesOf: () => readonly string[]) => {
    if (asked.length === 0) return [];
    const names = namesOf().filter((name) => name !== '');
    return asked.filter((name) => !has(names, name)).map((name) => problem(key, thing, name, similarTo(name, names)));
  };
  return [
    ...unknownProjects(query.projects, known),
    ...problems('branch', 'branch', query.branches, () => known.names('branch')),
    ...problems('task', 'task', query.tasks, () => known.names('task')),
    ...problems('session', 'session', query.sessions, () => known.names('session')),
    ...problems('on', 'archive', query.machines, () => known.names('machine')),
    ...problems('from', 'imported system', query.systems, () => known.names('from')),
  ];
}

/** A query names a project by its slug, and people also know the name that pages show. */
function unknownProjects(asked: readonly string[], known: KnownNames): QueryProblem[] {
  if (asked.length === 0) return [];
  const projects = known.projects();
  const slugs = projects.map(({ slug }) => slug);
  return asked
    .filter((name) => !has(slugs, name))
    .map((name) => {
      const similar = new Set(similarTo(name, [...slugs, ...projects.map((project) => project.name)]));
      const meant = projects.filter((project) => similar.has(project.slug) || similar.has(project.name));
      return problem(
        'project',
        'project',
        name,
        meant.map(({ slug }) => slug),
      );
    });
}

function problem(key: string, thing: string, name: string, similar: readonly string[]): QueryProblem {
  const words = [...new Set(similar)].slice(0, MOST).map((each) => `${key}:${quoted(each)}`);
  const question = words.length === 0 ? '' : ` Did you mean ${listed(words, 'or')}?`;
  return {
    word: `${key}:${quoted(name)}`,
    message: `No ${thing} is called ${name}.${question}`,
    suggestion: words.length === 1 ? (words[0] ?? null) : null,
  };
}

function has(names: readonly string[], name: string): boolean {
  return names.some((each) => each.toLowerCase() === name.toLowerCase());
}
