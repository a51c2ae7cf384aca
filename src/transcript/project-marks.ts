/** What facts keep of a session's checkout: where its remote is, and which commands its instructions name. */
import { sha256Of } from '#src/lib/digest.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { readBeginning } from '#src/lib/read-file.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import { directoryName } from '../lib/directory-name.ts';
import { commandsNamedIn } from './commands.ts';

export interface ProjectMarks {
  /** The commands that the project's instructions and memory name, each with its digest. */
  rules: ReadonlyMap<string, string>;
  /** Host and path of the remote `origin`, without account or password; empty without one. */
  remote: string;
}

const RULE_FILES = ['CLAUDE.md', 'AGENTS.md', 'CLAUDE.local.md', '.claude/CLAUDE.md'];
const MOST_MEMORIES = 200;
/** How much of a file is read (bytes). */
const READ = 128 * 1024;
const ORIGIN = /^\[remote "origin"\][^\S\n]*\n((?:(?!\[).*\n?)*)/m;
const ADDRESS =
  /^(?:(?:https?|ssh|git):\/\/(?:[^@/\s]*@)?|[\w.-]{1,64}@)([\w-][\w.-]{0,200})(?::\d{1,5}\/|[:/])\/?([\w.~/-]{1,300}?)(?:\.git)?\/?$/;

/** Reads the marks of a checkout. Starts no process. What cannot be read counts as missing. */
export function projectMarks(checkout: string, projects: string): ProjectMarks {
  if (checkout === '') return { rules: new Map(), remote: '' };
  const { top, mainTop } = checkoutOf(checkout);
  const memory = `${projects}/${directoryName(mainTop)}/memory`;
  const memories = namesIn(memory).filter((name) => name.endsWith('.md'));
  const paths = [
    ...RULE_FILES.map((name) => `${top}/${name}`),
    ...memories.slice(0, MOST_MEMORIES).map((name) => `${memory}/${name}`),
  ];
  const commands = paths.flatMap((path) => commandsNamedIn(readBeginning(path, READ) ?? ''));
  const rules = new Map(commands.map((command) => [command, sha256Of(command).slice(0, 16)]));
  return { rules, remote: remoteOf(mainTop) };
}

/** Host and path of the remote of a main checkout; empty without one. */
export function remoteOf(mainTop: string): string {
  return remoteIn(readBeginning(`${mainTop}/.git/config`, READ) ?? '');
}

/** Host and path of the remote in git's configuration; empty for a path on this machine. */
export function remoteIn(config: string): string {
  const [, section = ''] = ORIGIN.exec(config) ?? [];
  const [, url = ''] = /^\s*url\s*=\s*(\S{1,1000})\s*$/m.exec(section) ?? [];
  const [, host, path] = ADDRESS.exec(url) ?? [];
  const isWhole = host !== undefined && path !== undefined && !path.split('/').includes('..');
  return isWhole ? `${host.toLowerCase()}/${path}` : '';
}
