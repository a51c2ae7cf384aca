import { changesOf, type InitPlan } from '#src/node/install/plan-init.ts';
import { counted } from '#src/text/day.ts';
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
export function formatInstalled(plan: InitPlan): string {
  const { entry, contract, skill, app, stops } = plan;
  const { root, settings } = entry;
  const isLocal = settings.path.endsWith('.local.json');
  const recorded = root === null ? 'the sessions of all your projects' : `sessions that start in ${root}`;
  return [
    stops.length === 0
      ? `Claude Code records ${recorded}: hooks in ${settings.path}, run from ${app.app}.`
      : `Claude Code will record ${recorded} once what is said below is mended: hooks in ${settings.path}, run from ${app.app}.`,
    ...(root !== null && !isLocal
      ? ['Each of you runs chronicle init once; until then these hooks do nothing. They are for POSIX shells.']
      : []),
    ...(skill ? ['The skill is there as /session-retro.'] : []),
    contract === null
      ? 'No instructions to the agent were written here: --contract claude does that.'
      : `The agent is told what to log in ${contract.path}.`,
    ...gitLines(plan),
    `${stops.length === 0 ? `Start Claude Code ${root === null ? 'in any project' : 'there'}; ` : ''}\`chronicle doctor\` says whether it works; \`chronicle backfill\` brings in the sessions you already had. \`chronicle uninstall\` takes it all out again.`,
  ].join('\n');
}

/** What of a project's files git shows, and what is to be kept from it. */
function gitLines({ entry, contract, import: imported, skill }: InitPlan): string[] {
  if (entry.root === null) return [];
  const isLocal = entry.settings.path.endsWith('.local.json');
  const shown = [...(isLocal ? [] : [entry.settings]), contract, imported, skill].flatMap((each) => each?.path ?? []);
  return [
    ...(isLocal ? [`Keep ${entry.settings.path} out of git: the paths in it are yours.`] : []),
    ...(shown.length > 0
      ? [
          `Git shows these as new or changed: ${shown.join(', ')}. Commit them for all who work there, or list new ones in .git/info/exclude.`,
        ]
      : []),
  ];
}
