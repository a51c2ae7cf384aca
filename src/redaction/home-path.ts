import { type Detector, doubtful, type Match } from './match.ts';
import { escaped } from './occurrences.ts';
import { isIdentifying } from './own-name.ts';

/** Home directories that belong to no person: those of systems and in documentation. */
const SHARED =
  /^(?:shared|public|default|all users|username|user_?name|you|your-?(?:user)?-?name|me|linuxbrew|<.*|\$.*|%.*|\{.*|\.+)$/i;
const NAME = "[\\p{L}\\p{N}_][\\p{L}\\p{N}_.'-]{0,63}";
/** No letter comes before a path; mounted disks have prefixes of their own. */
const START = '(?<![\\p{L}\\p{N}_.~-]|[\\p{L}\\p{N}_-]/)';
const UNIX = `${START}(?:/mnt/[a-z]|/[a-z]|/export|/var|/usr|/System/Volumes/Data|/private|/host_mnt)?/(?:home|Users)/(?<user>${NAME})`;
const WINDOWS = `(?<![\\p{L}\\p{N}])[A-Za-z]:(?:\\\\{1,4}|/)(?:Users|Documents and Settings)(?:\\\\{1,4}|/)(?<user>${NAME})`;
const REMOTE = `(?:\\\\{2,4})wsl(?:\\$|\\.localhost)\\\\{1,2}[\\p{L}\\p{N}.-]{1,40}\\\\{1,2}home\\\\{1,2}(?<user>${NAME})`;
/** A path in a part of an address. */
const ENCODED = "%2[Ff](?:home|Users)%2[Ff](?<user>[\\p{L}\\p{N}_][\\p{L}\\p{N}_.'-]{0,63})";
/** Claude Code's name for a project's directory. */
const KEY = '(?<![A-Za-z0-9])(?:-(?:home|Users)|[A-Z]--Users)-[A-Za-z0-9][A-Za-z0-9-]{2,200}';

/** `~mona/`: the home directory of a user. Bundlers use `~assets/` for other things. */
const TILDE = /(?<![\w~/.@"'-])~(?<user>[a-z][a-z0-9_.-]{1,31})(?=\/)/g;
const ALIAS =
  /^(?:assets|components|src|lib|app|config|styles?|server|shared|utils|types|icons|pages|bootstrap|build|dist|root|icon)$/;

/** Finds paths to a person's home directory, up to and including the name, and Claude Code's project keys in one. */
export function homePathDetector(home: string): Detector {
  const own =
    home.length > 4 && !/^\/(?:root|home|Users)\/?$/.test(home) ? [`${escaped(home)}(?![\\p{L}\\p{N}_])`] : [];
  const patterns = [UNIX, WINDOWS, REMOTE, ENCODED].map((source) => new RegExp(source, 'gu'));
  const literal = own.map((source) => new RegExp(source, 'gu'));
  const key = new RegExp(KEY, 'g');
  return ({ text }) => {
    const paths = text.includes('home') || text.includes('Users') || text.includes('Documents and');
    return [
      ...literal.flatMap((pattern) => [...text.matchAll(pattern)].map(({ 0: found, index }) => path(index, found))),
      ...(paths ? patterns : []).flatMap((pattern) =>
        [...text.matchAll(pattern)].flatMap(({ 0: found, index, groups }) => {
          const user = groups?.user ?? '';
          return isPerson(user) ? [path(index, trimmed(found))] : [];
        }),
      ),
      ...[...text.matchAll(TILDE)].flatMap(({ 0: found, index, groups }) =>
        isPerson(groups?.user ?? '') && !ALIAS.test(groups?.user ?? '')
          ? [doubtful('home directory', '~', index, index + found.length, 'names a person by their home directory')]
          : [],
      ),
      ...(paths ? [...text.matchAll(key)] : []).map(({ 0: found, index }) =>
        doubtful('project key', '[project]', index, index + found.replace(/-+$/, '').length),
      ),
    ];
  };
}

function isPerson(user: string): boolean {
  const name = trimmed(user);
  return !SHARED.test(name) && (isIdentifying(name) || name.length < 3);
}

/** The text without the full stop or apostrophe that follows a name. */
function trimmed(text: string): string {
  return text.replace(/(?:'s|[.'-])+$/, '');
}

function path(start: number, found: string): Match {
  return {
    start,
    end: start + found.length,
    kind: 'home path',
    why: 'names a person by their home directory',
    class: 'must',
    mayKeep: true,
    replacement: '~',
  };
}
