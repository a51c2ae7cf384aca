import { addsOf, costOf, layerChoices } from '#src/setup/layer-facts.ts';
import { changesOf, type InitPlan } from '#src/setup/plan-init.ts';
import type { Layer } from '#src/lib/layers.ts';
import { counted } from '#src/lib/text/day.ts';
import { formatChange, formatSkillRemoval } from './format-change.ts';

/** What `chronicle init` would do, for a person to approve. */
export function formatInit(plan: InitPlan): string {
  const { app, skills, skillRemovals } = plan;
  return [
    copied('Hook scripts', app.app, [...app.writes.keys()], app.removes),
    ...skills.map(({ name, path, writes, removes }) => copied(`Skill /${name}`, path, [...writes.keys()], removes)),
    ...skillRemovals.filter(({ files }) => files.length > 0).map(formatSkillRemoval),
    ...changesOf(plan).map((change) => `\n${formatChange(change)}`),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function copied(what: string, path: string, writes: readonly string[], removes: readonly string[]): string {
  if (writes.length + removes.length === 0) return '';
  const gone = removes.length > 0 ? `; delete ${removes.join(', ')}` : '';
  return `${what}: ${counted(writes.length, 'file')} in ${path}${gone}`;
}

/** The result of init, and what to do next. */
export function formatInstalled(plan: InitPlan): string {
  const { entry, contract, skills, app, stops, layers } = plan;
  const { root, settings } = entry;
  const isLocal = settings.path.endsWith('.local.json');
  const project = root === null ? '' : ' --project';
  const shared = root === null || isLocal ? '' : ' --shared';
  const recorded = root === null ? 'sessions in all your projects' : `sessions in ${root}`;
  return [
    stops.length === 0
      ? `Done. Claude Code now records ${recorded}, with hooks in ${settings.path} that run from ${app.app}.`
      : `Installed, with hooks in ${settings.path} that run from ${app.app}. Claude Code will record ${recorded} once you fix this:`,
    ...(root !== null && !isLocal
      ? [
          'Everyone on the team runs chronicle init once; until then these hooks do nothing for them. They need a POSIX shell.',
        ]
      : []),
    ...skills.map(({ name }) => `The skill /${name} is installed.`),
    `The agent writes ${addsOf(layers)}: ${costOf(layers)}. To change that: chronicle init${project}${shared} --layers ${otherThan(layers)}`,
    contract === null
      ? 'The agent was not told what to log. To add that to CLAUDE.md, use --contract claude.'
      : `${contract.path} tells the agent what to log.`,
    ...gitLines(plan),
    ...(stops.length === 0
      ? [`\nNext: start Claude Code ${root === null ? 'in any project' : 'there'}. Then:`]
      : ['\nThen:']),
    ...nextCommands(
      ['chronicle doctor', 'check that recording works'],
      ['chronicle import transcripts', 'import the sessions you already had'],
      [`chronicle uninstall${project}`, root === null ? 'undo all of this' : 'undo all of this; run it in the project'],
    ),
  ].join('\n');
}

/** Commands and what they do, in two columns. */
function nextCommands(...commands: readonly (readonly [command: string, about: string])[]): string[] {
  const width = Math.max(...commands.map(([command]) => command.length));
  return commands.map(([command, about]) => `  ${command.padEnd(width)}  ${about}`);
}

/** Another choice of layers, as for `--layers`. */
function otherThan(layers: readonly Layer[]): string {
  return (layerChoices().find((each) => each.join() !== layers.join()) ?? layers).join(',');
}

/** Which files of a project git shows, and which to keep out of it. */
function gitLines({ entry, contract, import: imported, skills }: InitPlan): string[] {
  if (entry.root === null) return [];
  const isLocal = entry.settings.path.endsWith('.local.json');
  const shown = [...(isLocal ? [] : [entry.settings]), contract, imported, ...skills].flatMap(
    (each) => each?.path ?? [],
  );
  return [
    ...(isLocal ? [`Keep ${entry.settings.path} out of git: it contains paths on your machine.`] : []),
    ...(shown.length > 0
      ? [
          `Git shows these as new or changed: ${shown.join(', ')}. Commit them for the whole team, or list new ones in .git/info/exclude.`,
        ]
      : []),
  ];
}
