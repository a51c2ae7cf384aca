/**
 * Addresses of pages whose names come from files, as paths from the site's root. They are encoded only here. Other pages'
 * addresses are literals.
 */
import { shortHash } from '../hash.ts';

/** The page of a session, or a place on it: an event's id or one of the anchors below. */
export function sessionAddress(project: string, name: string, anchor?: string): string {
  const page = `/sessions/${encodeURIComponent(project)}/${encodeURIComponent(name)}/`;
  return anchor === undefined ? page : `${page}#${anchor}`;
}

/**
 * The conversation of a session, which only `chronicle dev` shows: its first page, a page from 2, or the address that leads
 * to a record.
 */
export function transcriptAddress(
  project: string,
  name: string,
  place: { page: number } | { record: string } = { page: 1 },
): string {
  const start = `${sessionAddress(project, name)}transcript/`;
  if ('record' in place) return `${start}record/${encodeURIComponent(place.record)}/`;
  return place.page === 1 ? start : `${start}page/${place.page}/`;
}

/** The search for sessions with all of these, such as `{ project: 'larder', task: 'LAR-30' }`. */
export function sessionsSearch(filters: Readonly<Record<string, string>>): string {
  const words = Object.entries(filters).map(
    ([key, value]) => `${key}:${/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`,
  );
  return `/search/?${new URLSearchParams({ q: ['kind:session', ...words].join(' ') })}`;
}

/** The anchor of a prompt on its session's page, by its index in the facts: `prompt-1` is the first. */
export function promptAnchor(index: number): string {
  return `prompt-${index + 1}`;
}

/** The anchor of a commit on its session's page. */
export function commitAnchor(hash: string): string {
  return `commit-${hash}`;
}

/** The anchor of how a session ended, on its page. */
export const ENDING_ANCHOR = 'outcome';

/** The page of a project's edited files, or where one of them is on it. */
export function filesAddress(project: string, path?: string): string {
  return `/files/${encodeURIComponent(project)}/${path === undefined ? '' : `#${fileAnchor(path)}`}`;
}

/** The anchor of a file on its project's page of files. A path comes from a transcript: nothing of it is in the address. */
export function fileAnchor(path: string): string {
  return `f-${shortHex(path)}`;
}

/** A search for the observations that name a concept, which may be any text. */
export function conceptAddress(concept: string): string {
  return `/search/?q=${encodeURIComponent(`concept:"${concept.toWellFormed().replaceAll('"', ' ')}"`)}`;
}

/** The page of a session's narrative. */
export function narrativeAddress(project: string, name: string): string {
  return `/narratives/${encodeURIComponent(project)}/${encodeURIComponent(name)}/`;
}

/** The page of a project's memory file: `/memory/larder/feedback_money.md/`. */
export function memoryAddress(project: string, file: string): string {
  return `/memory/${encodeURIComponent(project)}/${encodeURIComponent(memorySegment(file))}/`;
}

/**
 * A memory file's name for addresses and directory names. Characters that some system does not allow are replaced by their
 * code: `what~3f~.md`. Different names stay different.
 */
export function memorySegment(file: string): string {
  return file.toWellFormed().replace(/[^\p{L}\p{N}\p{M} ._()-]/gu, (odd) => `~${odd.codePointAt(0)?.toString(16)}~`);
}

/** A day in the timeline of its month. */
export function dayAddress(date: string): string {
  return `/timeline/${date.slice(0, 7)}/#d-${date}`;
}

/** The anchor of a problem on the attention page. */
export function attentionAnchor(path: string, line: number, column: number, code: string): string {
  return `p-${shortHex(`${path}\n${line}\n${column}\n${code}`)}`;
}

/**
 * The URL that opens a file at a place in the owner's editor: fills in {path}, {line} and {column} in, for example,
 * `vscode://file/{path}:{line}:{column}`. There is exactly one slash between a word and the path.
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

/** A path for people: the home directory becomes `~`. */
export function tildePath(path: string, home: string): string {
  return home !== '' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** A sentence for people: in its paths, the home directory becomes `~`. */
export function tildePaths(text: string, home: string): string {
  if (home === '') return text;
  return text
    .split(`${home}/`)
    .reduce((before, part) => (/[\w/.-]$/.test(before) ? `${before}${home}/${part}` : `${before}~/${part}`));
}

/** Whether a text is a web address without a user or password, and safe to print in a page or terminal. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s/<>"'`\\{}]+(?:\/[^\s<>"'`\\{}]*)?$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

function shortHex(text: string): string {
  return shortHash(text).toString(16).padStart(13, '0');
}
