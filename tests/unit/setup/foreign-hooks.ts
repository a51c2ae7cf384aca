/** Hooks of other people in which paths of ours stand. */
const APP = '/home/me/.claude/session-chronicle/app';
const SHARED = `p="\${CLAUDE_CONFIG_DIR:-$HOME/.claude}/session-chronicle/app/hook"; [ ! -x "$p" ] ||`;

const command = (text: string, args?: readonly string[]) => ({
  type: 'command',
  command: text,
  ...(args ? { args } : {}),
});

export const foreignHooks: readonly object[] = [
  command('~/.claude/session-chronicle/app/bin/chronicle status'),
  command('ls -l ~/.claude/session-chronicle/app/hook >> ~/audit.log; notify-send done'),
  command('node ./hooks/dist/chronicle.cjs build # my own tool'),
  command('node "/x/hooks/dist/chronicle.cjs" session-end'),
  command(`${APP}/hook session-start; mine`),
  command(`${APP}/hook session-start`),
  command(`${APP}/hook`, ['session-start', '--mine']),
  command(`${APP}/hook`, []),
  command(`${APP}/hook`, ['halt']),
  command('session-chronicle/app/hook', ['session-start']),
  command('mine', [`${APP}/hook`, 'session-start']),
  command(`mine ${APP}/hook`, ['session-start']),
  command('/my-session-chronicle/app/hook', ['session-start']),
  command('node', ['./hooks/dist/chronicle.cjs', 'session-start']),
  command('node', ['/clone/hooks/dist/chronicle.cjs', 'session-start']),
  command('node', [`${APP}/hooks/dist/chronicle.cjs`, 'session-start', 'more']),
  command('mine', [`${APP}/hooks/dist/chronicle.cjs`, 'session-start']),
  command(`${SHARED} CHRONICLE_INSTALL=shared exec "$p" session-start; mine`),
  command(`${SHARED} exec "$p" session-start`),
  { type: 'prompt', command: `${APP}/hook`, args: ['session-start'] },
];
