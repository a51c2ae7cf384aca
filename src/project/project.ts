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
