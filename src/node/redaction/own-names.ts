import { homedir, userInfo } from 'node:os';
import { basename } from 'node:path';
import { isTelling, type OwnName } from '#src/redaction/own-name.ts';
import { gitAnswer } from '../git/git-answer.ts';
import type { World } from '../world.ts';

/** As many projects are asked at once; a machine has few cores. */
const AT_ONCE = 8;
const answers = new Map<string, Promise<string>>();

/**
 * What names this machine and its owner: the user, the host, git's name and e-mail address, and the organisations
 * and hosts of the remotes of these checkouts. Each checkout is asked once in a process. What cannot be told is left
 * out; never throws.
 */
export async function ownNames(
  world: Pick<World, 'env' | 'home' | 'host'>,
  roots: readonly string[],
): Promise<OwnName[]> {
  const places = [...new Set([world.home, ...roots])].filter((root) => root !== '');
  const settings: string[] = [];
  for (let i = 0; i < places.length; i += AT_ONCE)
    settings.push(...(await Promise.all(places.slice(i, i + AT_ONCE).map((root) => settingsOf(root, world.env)))));
  return unique([...machineNames(world), ...settings.flatMap(gitNames)]);
}

function settingsOf(root: string, env: World['env']): Promise<string> {
  const key = `${env.HOME ?? ''}\n${root}`;
  const known = answers.get(key);
  if (known) return known;
  const asked = gitAnswer(root, env, ['config', '-z', '--get-regexp', '^(user\\.(name|email)|remote\\..*\\.url)$']);
  answers.set(key, asked);
  return asked;
}

function machineNames({ env, home, host }: Pick<World, 'env' | 'home' | 'host'>): OwnName[] {
  const users = [userName(home), env.USER, env.LOGNAME, env.USERNAME, basename(home)];
  const [short = ''] = host.split('.');
  return [
    ...users.flatMap((user) => (user ? [{ text: user, kind: 'user name', replacement: '[user]' }] : [])),
    ...[host, short].map((text) => ({ text, kind: 'host name', replacement: '[host]' })),
  ];
}

/** The user of this process where that is whose home it is. One who is in no list of the system has no name. */
function userName(home: string): string {
  try {
    return home === homedir() ? userInfo().username : '';
  } catch {
    return '';
  }
}

/** From `git config -z`: `key`, a line break, the value and a NUL for each. */
function gitNames(settings: string): OwnName[] {
  return settings.split('\0').flatMap((setting) => {
    const [key = '', value = ''] = setting.split('\n', 2);
    if (key === 'user.name') return personNames(value);
    if (key === 'user.email') return [{ text: value, kind: 'git e-mail address', replacement: '[email]' }];
    return key.startsWith('remote.') ? remoteNames(value) : [];
  });
}

/** A person is known by the whole name, and by either end of it. */
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

/** The first meaning of a name counts. */
function unique(names: readonly OwnName[]): OwnName[] {
  const telling = names.map((name) => ({ ...name, text: name.text.trim() })).filter(({ text }) => isTelling(text));
  return [...new Map(telling.toReversed().map((name) => [name.text.toLowerCase(), name])).values()].toReversed();
}
