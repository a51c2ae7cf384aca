import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { bytesOf } from '#src/forget/bytes.ts';
import { isNamedFor } from '#src/forget/is-named-for.ts';
import type { WantedText } from '#src/forget/wanted-text.ts';
import { isErrno } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { compare } from '#src/value/compare.ts';
import { type InstalledFiles, installedFiles } from './installed-files.ts';
import type { LeftPlace } from './left-place.ts';
import { postsHolding, postsThat } from './left-posts.ts';
import { linesWith } from './lines-with.ts';
import { ownFiles, RECORD } from './own-files.ts';
import type { ForgettingPlan } from './plan-forgetting.ts';

/** Programs and their parts, which nobody writes texts into. */
const PROGRAMS = new Set(['plugins', 'node_modules', '.git']);

/** Where Claude Code and others keep the same thing, by path. Nothing of it is touched. `roots` are the directories of the archive. */
export function leftPlaces(layout: Layout, roots: readonly string[], plan: ForgettingPlan): LeftPlace[] {
  const { target, wanted } = plan;
  if (target.kind !== 'text') {
    const posts = postsThat(layout, ({ events }) => events.some((event) => isGone(plan, event)));
    return [...sessionPlaces(layout, target.session, wanted.text), ...posts];
  }
  const installed = installedFiles(layout);
  const handled = handledPaths(layout, plan, installed);
  const further = roots.filter((root) => !`${root}/`.startsWith(`${layout.config}/`));
  const files = [layout.config, ...further].flatMap((directory) => filesBelow(directory, handled));
  const isOfForm = formOf(layout, roots);
  // Where Claude Code keeps its settings beside the directory, prompts of older versions among them.
  const holding = [...files, `${layout.config}.json`].flatMap((path) => {
    const place = placeIn(layout, path, wanted.text, target.text);
    if (!place || isInstalled(place, installed, wanted.text)) return [];
    return [isOfForm(path) && place.kind !== 'unread' ? { ...place, kind: 'format' as const } : place];
  });
  const posts = postsHolding(layout, wanted.text);
  const known = new Set(holding.map(({ path }) => path));
  return [
    ...holding,
    ...posts.filter(({ path }) => !known.has(path)),
    ...namedDirectories(roots, target.text, wanted.text),
  ];
}

/** What the plan takes it out of, and what is nobody's text. A text that is a word of the format stays where it is one. */
function handledPaths(layout: Layout, plan: ForgettingPlan, { paths }: InstalledFiles): Set<string> {
  const { wanted, changes, backups, derived, leftovers } = plan;
  const changed = changes.filter(({ after }) => after === null || !wanted.text.isIn(after));
  const ours = [...changed, ...backups].map(({ path }) => path);
  return new Set([...ours, ...derived, ...leftovers, layout.cache, layout.site, ...paths]);
}

/** Which files are ours, so that what is left in them is of their form: anybody's text in them is in the plan. */
function formOf(layout: Layout, roots: readonly string[]): (path: string) => boolean {
  const { files, backups } = ownFiles(layout, roots);
  const ours = new Set([...files.map(({ path }) => path), ...backups.map(({ path }) => `${path}/${RECORD}`)]);
  const indexes = [layout.byId, layout.live, layout.memoryIndex];
  return (path) => ours.has(path) || indexes.some((directory) => path.startsWith(`${directory}/`));
}

/** Whether it stands only in a section that is ours. */
function isInstalled({ path, line }: LeftPlace, { ownersText }: InstalledFiles, text: WantedText): boolean {
  const owners = line === null ? null : ownersText(path);
  return owners !== null && !text.isIn(bytesOf(owners));
}

function isGone({ target, wanted }: ForgettingPlan, event: string): boolean {
  return target.kind === 'session' ? event.startsWith(`${target.session}#`) : wanted.events.has(event);
}

/** The directories of projects whose own names say it: Claude Code made them of the projects' paths. */
function namedDirectories(roots: readonly string[], text: string, wanted: WantedText): LeftPlace[] {
  return roots.flatMap((root) => {
    const named = (namesOf(root) ?? []).filter((entry) => entry.isDirectory() && isNamedFor(entry.name, text, wanted));
    return named.map(({ name }): LeftPlace => ({ path: `${root}/${name}`, line: null, lines: 0, kind: 'named' }));
  });
}

function sessionPlaces(layout: Layout, session: string, text: WantedText): LeftPlace[] {
  const projects = (namesOf(layout.projects) ?? []).map(({ name }) => `${layout.projects}/${name}`);
  const whole = projects.flatMap((project) => [`${project}/${session}.jsonl`, `${project}/${session}`]).filter(isThere);
  const history = placeIn(layout, `${layout.config}/history.jsonl`, text);
  return [
    ...whole.map((path): LeftPlace => ({ path, line: null, lines: 0, kind: 'transcript' })),
    ...(history ? [history] : []),
  ];
}

function filesBelow(directory: string, handled: ReadonlySet<string>): string[] {
  const entries = namesOf(directory);
  // Opening it as a file fails likewise, and that is told.
  if (entries === null) return [directory];
  return entries.flatMap((entry) => {
    const path = `${directory}/${entry.name}`;
    if (handled.has(path) || PROGRAMS.has(entry.name)) return [];
    if (entry.isDirectory()) return filesBelow(path, handled);
    return entry.isFile() ? [path] : [];
  });
}

/** A file with the text in it; also a memory whose name says it (`name`), as hooks note the names of memories. */
function placeIn(layout: Layout, path: string, text: WantedText, name?: string): LeftPlace | null {
  const found = linesWith(path, text);
  if (found === 'unread') return { path, line: null, lines: 0, kind: 'unread' };
  const kind = kindOf(layout, path);
  if (found) return { path, ...found, kind };
  const isNamed = kind === 'memory' && name !== undefined && isNamedFor(basename(path, '.md'), name, text);
  return isNamed ? { path, line: null, lines: 0, kind } : null;
}

function kindOf({ config, projects }: Layout, path: string): LeftPlace['kind'] {
  if (path === `${config}/history.jsonl`) return 'history';
  if (!path.startsWith(`${projects}/`)) return 'other';
  const [, folder] = path.slice(projects.length + 1).split('/');
  if (folder === 'memory') return 'memory';
  return folder === 'chronicle' ? 'other' : 'transcript';
}

/** What is in a directory, by name; null if that cannot be seen. */
function namesOf(directory: string): Dirent[] | null {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => compare(a.name, b.name));
  } catch (error) {
    return isErrno(error, 'ENOENT') ? [] : null;
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
