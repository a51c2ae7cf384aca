import type { Project } from './project.ts';

type Named = Pick<Project, 'slug' | 'name' | 'directory'>;

/**
 * The project that somebody calls so: by its slug, by Claude Code's name of its directory, or by the name that pages and
 * tables show, where one project alone has it. Undefined if none is meant.
 */
export function projectNamed<Known extends Named>(projects: Iterable<Known>, word: string): Known | undefined {
  const known = [...new Set(projects)];
  const exact = known.find(({ slug, directory }) => slug === word || directory === word);
  const bySlug = exact ?? known.find(({ slug }) => folded(slug) === folded(word));
  if (bySlug) return bySlug;
  const byName = known.filter(({ name }) => folded(name) === folded(word));
  return new Set(byName.map(({ directory }) => directory)).size === 1 ? byName[0] : undefined;
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
