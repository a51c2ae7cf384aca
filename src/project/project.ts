/** A place on disk that sessions belong to: its real path and Claude Code's directory for it. */
export interface Project {
  /** Names the project in URLs, facets and on the command line; unique in an archive. */
  slug: string;
  /** What people call it: the last part of its path. */
  name: string;
  /** Claude Code's directory name, such as `-home-me-code-tidemark`. */
  directory: string;
  /** Absolute path of the main checkout; null if no session tells it. */
  root: string | null;
}

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
