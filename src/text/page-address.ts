import { sha1 } from '../chronicle/sha1.ts';

/**
 * Where things stand in the site, as paths from its root. Other pages' addresses are literals where
 * they are used; these have parts that come from files and are encoded here, once.
 */

/** The page of a session, or the place of one of its events. */
export function sessionAddress(project: string, name: string, event?: string): string {
  const page = `/sessions/${encodeURIComponent(project)}/${encodeURIComponent(name)}/`;
  return event === undefined ? page : `${page}#${event}`;
}

/** Where a problem stands on the attention page. */
export function attentionAnchor(path: string, line: number, column: number, code: string): string {
  return `p-${sha1(`${path}\n${line}\n${column}\n${code}`).slice(0, 8)}`;
}

/** Opens a file at a place in the editor that answers `vscode:` addresses. */
export function editorAddress(path: string, line: number, column: number): string {
  const forward = path.replaceAll('\\', '/');
  const encoded = encodeURI(forward).replace(/[?#]/g, encodeURIComponent);
  return `vscode://file${encoded.startsWith('/') ? '' : '/'}${encoded}:${line}:${column}`;
}

/** A path as people read it: what lies in the home directory begins with `~`. */
export function homely(path: string, home: string): string {
  return home !== '' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
