/** A project: the place on disk to which sessions belong, and Claude Code's directory for it. */
export interface Project {
  /** The name in URLs, facets and on the command line; unique in an archive. */
  slug: string;
  /** The name for people: the last part of its path. */
  name: string;
  /** Claude Code's directory name, such as `-home-me-code-tidemark`. */
  directory: string;
  /** Absolute path of the main checkout; null if no session names it. */
  root: string | null;
}

type Named = Pick<Project, 'slug' | 'name' | 'directory'>;

/**
 * Finds a project by its slug, its Claude Code directory, or the name shown on pages if only one project has it. Undefined if
 * there is no match.
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
