/**
 * Where everything lies: the only place that knows the layout below Claude Code's directory.
 *
 *     <config>/projects/<project-dir>/chronicle/2026-03-24-main.md
 *     <config>/session-chronicle/{config.json,clusters.yml,log.jsonl,index/,cache/,site/}
 *
 * Paths are joined with `/`, which every platform's Node accepts.
 */
export interface Layout {
  /** Claude Code's own directory, absolute. */
  config: string;
  projects: string;
  /** Ours, across projects. */
  state: string;
  cache: string;
  site: string;
  /** `byId/<session_id>` says where a session's file is; `live/<session_id>` that it is running. */
  byId: string;
  live: string;
  failureLog: string;
  settings: string;
  clusters: string;
}

/** The layout below an absolute `config`. */
export function layoutOf(config: string): Layout {
  const state = `${config}/session-chronicle`;
  return {
    config,
    projects: `${config}/projects`,
    state,
    cache: `${state}/cache`,
    site: `${state}/site`,
    byId: `${state}/index/by-id`,
    live: `${state}/index/live`,
    failureLog: `${state}/log.jsonl`,
    settings: `${state}/config.json`,
    clusters: `${state}/clusters.yml`,
  };
}

/**
 * Claude Code's directory: `CLAUDE_CONFIG_DIR`, else `.claude` in `home`; or the sentence that
 * says why there is none. A relative path would put private text into whatever directory the
 * session runs in, so it is refused.
 */
export function configDirectory(
  env: { CLAUDE_CONFIG_DIR?: string | undefined },
  home: string,
): { path: string } | { refusal: string } {
  const set = env.CLAUDE_CONFIG_DIR;
  if (set) {
    return isAbsolute(set)
      ? { path: trimmed(set) }
      : { refusal: 'CLAUDE_CONFIG_DIR is not an absolute path. Set it to one, or unset it.' };
  }
  if (isAbsolute(home)) return { path: `${home.replace(/[\\/]+$/, '')}/.claude` };
  return {
    refusal: `The home directory is ${home === '' ? 'empty' : 'not an absolute path'}. Set HOME, or CLAUDE_CONFIG_DIR, to an absolute path.`,
  };
}

/** The directory that holds a project's chronicles. */
export function chronicleDirectory(layout: Layout, projectDirectory: string): string {
  return `${layout.projects}/${projectDirectory}/chronicle`;
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) || path.startsWith('\\\\');
}

function trimmed(path: string): string {
  return path.length > 1 ? path.replace(/[\\/]+$/, '') : path;
}
