import { changesOf, type InitPlan } from '../../node/install/plan-init.ts';
import { counted } from '../../text/day.ts';
import { formatChange, formatSkillRemoval } from './format-change.ts';

/** All that `chronicle init` would do, for a person to see before. */
export function formatInit(plan: InitPlan): string {
  const { app, skill, skillRemoval } = plan;
  return [
    copied('Programs of the hooks', app.app, [...app.writes.keys()], app.removes),
    ...(skill ? [copied('Skill /session-retro', skill.path, [...skill.writes.keys()], skill.removes)] : []),
    ...(skillRemoval && skillRemoval.files.length > 0 ? [formatSkillRemoval(skillRemoval)] : []),
    ...changesOf(plan).map((change) => `\n${formatChange(change)}`),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function copied(what: string, path: string, writes: readonly string[], removes: readonly string[]): string {
  if (writes.length + removes.length === 0) return '';
  const gone = removes.length > 0 ? `, and remove ${removes.join(', ')}` : '';
  return `${what}: write ${counted(writes.length, 'file')} to ${path}${gone}`;
}

/** What is so after init, and what to do next. */
export function formatInstalled({ entry, contract, skill, app }: InitPlan): string {
  const { root, settings } = entry;
  const told = contract?.path;
  const isLocal = settings.path.endsWith('.local.json');
  return [
    `Claude Code records ${root === null ? 'the sessions of all your projects' : `sessions that start in ${root}`}: hooks in ${settings.path}, run from ${app.app}.`,
    ...(root !== null && !isLocal
      ? ['Each of you runs chronicle init once; until then these hooks do nothing. They are for POSIX shells.']
      : []),
    ...(skill ? ['The skill is there as /session-retro.'] : []),
    told === undefined
      ? 'No instructions to the agent were written: --contract claude does that.'
      : `The agent is told what to log in ${told}.`,
    ...(isLocal ? [`Keep ${settings.path} out of git: the paths in it are yours.`] : []),
    'Start Claude Code in any project; `chronicle doctor` says whether it works; `chronicle backfill` brings in the sessions you already had. `chronicle uninstall` takes it all out again.',
  ].join('\n');
}
