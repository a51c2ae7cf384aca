import { homedir, userInfo } from 'node:os';
import { basename } from 'node:path';
import { isIdentifying, type OwnName } from '#src/redaction/own-name.ts';
import { gitAnswer } from '../lib/git.ts';
import type { Env } from '../lib/env.ts';

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

const PUBLIC_HOSTS = new Set([
  'github.com',
  'gitlab.com',
  'bitbucket.org',
  'codeberg.org',
  'git.sr.ht',
  'dev.azure.com',
  'ssh.dev.azure.com',
  'ssh.github.com',
]);

/** `git@host:organisation/repository.git`, `https://host/organisation/repository`. */
function remoteNames(url: string): OwnName[] {
  const [, host = '', path = ''] =
    /^(?:[a-z+]+:\/\/)?(?:[^@/\s]*@)?([\w.-]+)(?::\d+\/|:|\/)\/?([^\s]+)$/i.exec(url) ?? [];
  if (!host.includes('.') || path === '') return [];
  const organisation = path.replace(/^(?:v3\/|~)/, '').split('/', 1)[0] ?? '';
  const isPublic = PUBLIC_HOSTS.has(host.toLowerCase());
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
