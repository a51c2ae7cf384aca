/**
 * What belongs to the owner: names of this machine and its people, home directories, ids of sessions and tickets, linked
 * repositories, and what the user said.
 */
import { homedir, userInfo } from 'node:os';
import { basename } from 'node:path';
import type { Env } from '#src/lib/env.ts';
import { gitAnswer } from '#src/lib/checkout.ts';
import { REPOSITORY_LINK } from '#src/lib/repository.ts';
import { escaped } from './edits.ts';
import { type Detector, doubtful, type Fragment, type Match, rangesOf } from './finding.ts';

/** A private name and its replacement. */
export interface OwnName {
  text: string;
  /** Such as `user name`, `organisation`, `private name`. */
  kind: string;
  replacement: string;
}

const WHY = 'is a name of yours, of your machine or of redact.yml';
/** Shorter names appear in too many words. */
const SHORTEST = 3;
/** Names of users and machines that identify nobody. */
const COMMON = new Set(
  'root user users admin administrator ubuntu debian runner runneradmin localhost vagrant docker node home guest test nobody git github gitlab dev developer app default server workspace codespace vscode circleci jenkins build main master origin local none null undefined name you your'.split(
    ' ',
  ),
);

/** Whether a name identifies someone: long enough, and not a common name of users or machines. */
export function isIdentifying(name: string): boolean {
  return [...name].length >= SHORTEST && !COMMON.has(name.toLowerCase()) && !/^[\d.:-]+$/.test(name);
}

/** Finds these names as whole words, ignoring case. `_` and `-` separate words. */
export function nameDetector(names: readonly OwnName[]): (fragment: Pick<Fragment, 'text'>) => Match[] {
  const byText = new Map(names.map((name) => [name.text.toLowerCase(), name]));
  byText.delete('');
  if (byText.size === 0) return () => [];
  // The longest first, as an alternation takes the first match.
  const texts = [...byText.keys()].toSorted((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${texts.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return ({ text }) =>
    rangesOf(pattern, text).flatMap(({ start, end, value }) => {
      const name = byText.get(value.toLowerCase());
      return name ? doubtful(name.kind, name.replacement, start, end, WHY) : [];
    });
}

/** How many git processes run at once. */
const AT_ONCE = 8;
const answers = new Map<string, Promise<string>>();

/**
 * Names of this machine and its owner: the user, the host, the name and e-mail address in git's settings, and the
 * organisations and hosts of these checkouts' remotes. Each checkout is read once per process. Unreadable settings are
 * skipped; never throws.
 */
export async function ownNames(
  env: Pick<Env, 'variables' | 'home' | 'host'>,
  roots: readonly string[],
): Promise<OwnName[]> {
  const places = [...new Set([env.home, ...roots])].filter((root) => root !== '');
  const settings: string[] = [];
  for (let i = 0; i < places.length; i += AT_ONCE)
    settings.push(...(await Promise.all(places.slice(i, i + AT_ONCE).map((root) => settingsOf(root, env.variables)))));
  return unique([...machineNames(env), ...settings.flatMap(gitNames)]);
}

function settingsOf(root: string, env: Env['variables']): Promise<string> {
  const key = `${env.HOME ?? ''}\n${root}`;
  const known = answers.get(key);
  if (known) return known;
  const asked = gitAnswer(root, env, ['config', '-z', '--get-regexp', '^(user\\.(name|email)|remote\\..*\\.url)$']);
  answers.set(key, asked);
  return asked;
}

function machineNames({ variables: env, home, host }: Pick<Env, 'variables' | 'home' | 'host'>): OwnName[] {
  const users = [userName(home), env.USER, env.LOGNAME, env.USERNAME, basename(home)];
  const [short = ''] = host.split('.');
  return [
    ...users.flatMap((user) => (user ? [{ text: user, kind: 'user name', replacement: '[user]' }] : [])),
    ...[host, short].map((text) => ({ text, kind: 'host name', replacement: '[host]' })),
  ];
}

/** The user of this process, if the home directory is theirs. Empty for a user that the system does not list. */
function userName(home: string): string {
  try {
    return home === homedir() ? userInfo().username : '';
  } catch {
    return '';
  }
}

/** Parses `git config -z`: a key, a line break, a value and a NUL for each setting. */
function gitNames(settings: string): OwnName[] {
  return settings.split('\0').flatMap((setting) => {
    const [key = '', value = ''] = setting.split('\n', 2);
    if (key === 'user.name') return personNames(value);
    if (key === 'user.email') return [{ text: value, kind: 'git e-mail address', replacement: '[email]' }];
    return key.startsWith('remote.') ? remoteNames(value) : [];
  });
}

/** The full name, the first name and the last name. */
function personNames(name: string): OwnName[] {
  const words = name.split(/\s+/);
  const parts = words.length > 1 ? [name, words[0] ?? '', words.at(-1) ?? ''] : [name];
  return parts.map((text) => ({ text, kind: 'git name', replacement: '[name]' }));
}

const PUBLIC_HOSTS =
  /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|git\.sr\.ht|dev\.azure\.com|ssh\.dev\.azure\.com|ssh\.github\.com)$/i;

/** `git@host:organisation/repository.git`, `https://host/organisation/repository`. */
function remoteNames(url: string): OwnName[] {
  const [, host = '', path = ''] =
    /^(?:[a-z+]+:\/\/)?(?:[^@/\s]*@)?([\w.-]+)(?::\d+\/|:|\/)\/?([^\s]+)$/i.exec(url) ?? [];
  if (!host.includes('.') || path === '') return [];
  const organisation = path.replace(/^(?:v3\/|~)/, '').split('/', 1)[0] ?? '';
  const isPublic = PUBLIC_HOSTS.test(host);
  return [
    ...(path.includes('/') ? [{ text: organisation, kind: 'organisation', replacement: '[organisation]' }] : []),
    ...(isPublic ? [] : [{ text: host, kind: 'private host', replacement: '[private host]' }]),
  ];
}

/** Each identifying name once; its first kind counts. */
function unique(names: readonly OwnName[]): OwnName[] {
  const identifying = names
    .map((name) => ({ ...name, text: name.text.trim() }))
    .filter(({ text }) => isIdentifying(text));
  return [...new Map(identifying.toReversed().map((name) => [name.text.toLowerCase(), name])).values()].toReversed();
}

/** Home directories that belong to no person: those of systems and in documentation. */
const SHARED =
  /^(?:shared|public|default|all users|username|user_?name|you|your-?(?:user)?-?name|me|linuxbrew|<.*|\$.*|%.*|\{.*|\.+)$/i;
const USER = "[\\p{L}\\p{N}_][\\p{L}\\p{N}_.'-]{0,63}";
/** No letter comes before a path; mounted disks have prefixes of their own. */
const START = '(?<![\\p{L}\\p{N}_.~-]|[\\p{L}\\p{N}_-]/)';
const UNIX = `${START}(?:/mnt/[a-z]|/[a-z]|/export|/var|/usr|/System/Volumes/Data|/private|/host_mnt)?/(?:home|Users)/(?<user>${USER})`;
const WINDOWS = `(?<![\\p{L}\\p{N}])[A-Za-z]:(?:\\\\{1,4}|/)(?:Users|Documents and Settings)(?:\\\\{1,4}|/)(?<user>${USER})`;
const REMOTE = `(?:\\\\{2,4})wsl(?:\\$|\\.localhost)\\\\{1,2}[\\p{L}\\p{N}.-]{1,40}\\\\{1,2}home\\\\{1,2}(?<user>${USER})`;
/** A path in a part of an address. */
const ENCODED = "%2[Ff](?:home|Users)%2[Ff](?<user>[\\p{L}\\p{N}_][\\p{L}\\p{N}_.'-]{0,63})";
/** Claude Code's name for a project's directory. */
const KEY = /(?<![A-Za-z0-9])(?:-(?:home|Users)|[A-Z]--Users)-[A-Za-z0-9][A-Za-z0-9-]{2,200}/g;

/** `~mona/`: the home directory of a user. Bundlers use `~assets/` for other things. */
const TILDE = /(?<![\w~/.@"'-])~(?<user>[a-z][a-z0-9_.-]{1,31})(?=\/)/g;
const ALIAS =
  /^(?:assets|components|src|lib|app|config|styles?|server|shared|utils|types|icons|pages|bootstrap|build|dist|root|icon)$/;

const PATHS = [UNIX, WINDOWS, REMOTE, ENCODED].map((source) => new RegExp(source, 'gu'));
const PERSONAL = 'names a person by their home directory';

/** Finds paths to a person's home directory, up to and including the name, and Claude Code's project keys in one. */
export function homePathDetector(home: string): Detector {
  const isOwn = home.length > 4 && !/^\/(?:root|home|Users)\/?$/.test(home);
  const own = isOwn ? new RegExp(`${escaped(home)}(?![\\p{L}\\p{N}_])`, 'gu') : null;
  return ({ text }) => {
    const hasPaths = text.includes('home') || text.includes('Users') || text.includes('Documents and');
    const users = (pattern: RegExp) =>
      [...text.matchAll(pattern)].map(({ 0: found, index, groups }) => ({ found, index, user: groups?.user ?? '' }));
    return [
      ...(own ? rangesOf(own, text).map(({ start, end }) => homePath(start, end)) : []),
      ...(hasPaths ? PATHS : [])
        .flatMap(users)
        .filter(({ user }) => isPerson(user))
        .map(({ found, index }) => homePath(index, index + trimmed(found).length)),
      ...users(TILDE)
        .filter(({ user }) => isPerson(user) && !ALIAS.test(user))
        .map(({ found, index }) => doubtful('home directory', '~', index, index + found.length, PERSONAL)),
      ...(hasPaths ? rangesOf(KEY, text) : []).map(({ start, value }) =>
        doubtful('project key', '[project]', start, start + value.replace(/-+$/, '').length),
      ),
    ];
  };
}

function homePath(start: number, end: number): Match {
  return { start, end, kind: 'home path', why: PERSONAL, class: 'must', mayKeep: true, replacement: '~' };
}

function isPerson(user: string): boolean {
  const name = trimmed(user);
  return !SHARED.test(name) && (isIdentifying(name) || name.length < 3);
}

/** The text without the full stop or apostrophe that follows a name. */
function trimmed(text: string): string {
  return text.replace(/(?:'s|[.'-])+$/, '');
}

interface OwnIds {
  sessionIds: Iterable<string>;
  /** The tasks of sessions, such as `CWS-96`. */
  tasks: Iterable<string>;
}

/** Finds the ids of the owner's sessions and tickets. */
export function idDetector({ sessionIds, tasks }: OwnIds): Detector {
  const ids = new Set([...sessionIds].flatMap((id) => [id.toLowerCase(), ...shortened(id)]));
  const trackers = new Set(
    [...tasks].flatMap((task) => /^([A-Z][A-Z0-9]*)-\d+$/i.exec(task)?.[1]?.toUpperCase() ?? []),
  );
  const ownTickets = ticketPattern(trackers);
  return (fragment) => [
    ...sessions(fragment.text, ids),
    ...(ownTickets ? [...fragment.text.matchAll(ownTickets)].map(ticket) : []),
    ...[...fragment.text.matchAll(TICKET)].filter(({ 0: name }) => !LOOK_ALIKE.test(name)).map(ticket),
  ];
}

const ID = /(?<![A-Za-z0-9])[A-Za-z0-9][A-Za-z0-9._-]{6,126}[A-Za-z0-9]/g;
const SESSION_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** People refer to a session by the beginning of its id. */
function shortened(id: string): string[] {
  return SESSION_UUID.test(id) ? [id.slice(0, 8).toLowerCase()] : [];
}

/** The word before the id of a session in another archive. */
const BEFORE_SESSION_ID =
  /(?<![A-Za-z])session(?:s|[ _-]?id)?["'`*]{0,2}(?: {0,3}[:=] {0,3}| (?:is |was )?)["'`*]{0,2}$/i;
/** Example ids of documentation. */
const EXAMPLE = /^(?:123e4567-e89b-|0{8}-|x{8}-)/i;

function sessions(text: string, ids: ReadonlySet<string>): Match[] {
  const isNamed = (id: string, index: number) =>
    SESSION_UUID.test(id) && !EXAMPLE.test(id) && BEFORE_SESSION_ID.test(text.slice(Math.max(0, index - 30), index));
  return [...text.matchAll(ID)].flatMap(({ 0: id, index }) =>
    ids.has(id.toLowerCase()) || isNamed(id, index)
      ? [doubtful('session id', '[session ID]', index, index + id.length)]
      : [],
  );
}

const TICKET = /(?<![A-Za-z0-9_/.-])[A-Z][A-Z]{1,9}-[1-9]\d{0,5}(?![\w-]|\.\d)/g;
/** Standards, ciphers, units and the like that look like ticket ids. */
const LOOK_ALIKE =
  /^(?:UTF|UCS|UTC|GMT|ISO|IEC|IEEE|ANSI|ASCII|RFC|BCP|STD|CVE|CWE|GHSA|OWASP|PEP|JEP|JSR|BIP|EIP|ERC|CIP|RIP|SIP|TR|UAX|UTS|TC|ES|ECMA|SHA|SHAKE|BLAKE|MD|AES|DES|RSA|HMAC|HS|RS|PS|ED|P|PKCS|X|TLS|SSL|HTTP|IPV|USB|PCI|DDR|GPT|CLAUDE|LLAMA|COVID|F|B|A|H|K|M|T|Q|GPL|LGPL|AGPL|BSD|MIT|CC|EPL|MPL|CDDL|ARM|X86|AMD|RTX|GTX|LRU|BM|NIST|FIPS|SP|DIN|EN|CP|KOI|BIG|WINDOWS|LATIN|MP|MPEG|JPEG|WCAG|ARIA|SC|H|LTS|TOP|CRC|FNV|ID|PT|PR|GH|ISSUE|STEP|PHASE|PART|CHAPTER|WEEK|DAY|OPTION|TYPE|LEVEL|TIER|RULE|NODE|ALPHA|BETA|RC|VER|V)-\d+$/;

function ticketPattern(trackers: ReadonlySet<string>): RegExp | null {
  if (trackers.size === 0) return null;
  return new RegExp(
    `(?<![A-Za-z0-9])(?:${[...trackers].map(escaped).join('|')})[-/ ]?[1-9]\\d{0,5}(?![A-Za-z0-9])`,
    'gi',
  );
}

function ticket({ 0: name, index }: RegExpExecArray): Match {
  return doubtful('ticket id', '[ticket]', index, index + name.length);
}

/** Finds repositories in links to their commits and pull requests: whether a repository is private cannot be known here. */
export function repositoryDetector({ text }: Pick<Fragment, 'text'>): Match[] {
  return rangesOf(REPOSITORY_LINK, text).map(({ start, end }) =>
    doubtful('linked repository', '[repository]', start, end, 'links to a repository that may be private'),
  );
}

/** A quotation of several words; a single word is a name or code. */
const QUOTATION = /"([^"\n]{8,400})"|“([^”\n]{8,400})”|«([^»\n]{8,400})»|„([^“\n]{8,400})“/g;

const SPOKEN = 'quotes a person, and only that person may publish it';

/**
 * Finds what the user said to the agent, which only the user may publish: quotations in a correction, and block quotes in a
 * draft, since a new draft begins with a prompt.
 */
export function quotationDetector({ text, event, isQuoted = false }: Fragment): Match[] {
  if (isQuoted && /\S\s+\S/.test(text)) {
    const start = text.length - text.trimStart().length;
    return [doubtful('block quote', '…', start, start + text.trim().length, SPOKEN)];
  }
  if (event?.tag !== 'USER-CORRECTION') return [];
  return rangesOf(QUOTATION, text)
    .filter(({ value }) => /\s/.test(value.slice(1, -1).trim()))
    .map(({ start, end }) => doubtful('quoted correction', '…', start + 1, end - 1, SPOKEN));
}
