import { sha1 } from '../value/sha1.ts';

/**
 * Where things stand in the site, as paths from its root. Other pages' addresses are literals where
 * they are used; these have parts that come from files and are encoded here, once.
 */

/** The page of a session, or the place of one of its events. */
export function sessionAddress(project: string, name: string, event?: string): string {
  const page = `/sessions/${encodeURIComponent(project)}/${encodeURIComponent(name)}/`;
  return event === undefined ? page : `${page}#${event}`;
}

/** The page of a session's narrative. */
export function narrativeAddress(project: string, name: string): string {
  return `/narratives/${encodeURIComponent(project)}/${encodeURIComponent(name)}/`;
}

/** The page of a memory file of a project: `/memory/larder/feedback_money.md/`. */
export function memoryAddress(project: string, file: string): string {
  return `/memory/${encodeURIComponent(project)}/${encodeURIComponent(memorySegment(file))}/`;
}

/**
 * A memory file's name as a part of an address and as the name of a directory: characters that one of them does not
 * bear on every system stand as their code, `what~3f~.md`. Two names never become one.
 */
export function memorySegment(file: string): string {
  return file.toWellFormed().replace(/[^\p{L}\p{N}\p{M} ._()-]/gu, (odd) => `~${odd.codePointAt(0)?.toString(16)}~`);
}

/** Where a miss group, named by its oldest miss, stands on the memory page. */
export function groupAnchor(group: string): string {
  return `c-${sha1(group).slice(0, 8)}`;
}

/** The page of a day of the year, at the year that the day is of. */
export function dayAddress(date: string): string {
  return `/on/${date.slice(5)}/#y-${date.slice(0, 4)}`;
}

/** Where a problem stands on the attention page. */
export function attentionAnchor(path: string, line: number, column: number, code: string): string {
  return `p-${sha1(`${path}\n${line}\n${column}\n${code}`).slice(0, 8)}`;
}

/**
 * Opens a file at a place: the owner's editor address, such as `vscode://file/{path}:{line}:{column}`,
 * with {path}, {line} and {column} filled in. Between a word and the path there is one slash,
 * whether the address has it, the path, both or neither.
 */
export function editorAddress(editor: string, path: string, line: number, column: number): string {
  const encoded = path
    .toWellFormed()
    .replaceAll('\\', '/')
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%3A', ':'))
    .join('/');
  const below = encoded.replace(/^\/*/, '/');
  return editor
    .replace(/(\w)\/?\{path\}/g, (_, before: string) => `${before}${below}`)
    .replaceAll('{path}', () => encoded)
    .replaceAll('{line}', String(line))
    .replaceAll('{column}', String(column));
}

/** A path as people read it: what lies in the home directory begins with `~`. */
export function homely(path: string, home: string): string {
  return home !== '' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** A sentence as people read it: paths in it that lie in the home directory begin with `~`. */
export function homelyText(text: string, home: string): string {
  if (home === '') return text;
  return text
    .split(`${home}/`)
    .reduce((said, part) => (/[\w/.-]$/.test(said) ? `${said}${home}/${part}` : `${said}~/${part}`));
}
