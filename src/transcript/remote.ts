/** Host and path of a checkout's remote `origin`, as facts keep it: without account or password. */
import { readBeginning } from '#src/lib/read-file.ts';

/** How much of git's configuration is read (bytes). */
const READ = 128 * 1024;
const ORIGIN = /^\[remote "origin"\][^\S\n]*\n((?:(?!\[).*\n?)*)/m;
const ADDRESS =
  /^(?:(?:https?|ssh|git):\/\/(?:[^@/\s]*@)?|[\w.-]{1,64}@)([\w-][\w.-]{0,200})(?::\d{1,5}\/|[:/])\/?([\w.~/-]{1,300}?)(?:\.git)?\/?$/;

/** Host and path of the remote of a main checkout; empty without one, and for a path on this machine. */
export function remoteOf(mainTop: string): string {
  const [, section = ''] = ORIGIN.exec(readBeginning(`${mainTop}/.git/config`, READ) ?? '') ?? [];
  const [, url = ''] = /^\s*url\s*=\s*(\S{1,1000})\s*$/m.exec(section) ?? [];
  const [, host, path] = ADDRESS.exec(url) ?? [];
  const isWhole = host !== undefined && path !== undefined && !path.split('/').includes('..');
  return isWhole ? `${host.toLowerCase()}/${path}` : '';
}
