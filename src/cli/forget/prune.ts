import type { Session } from '#src/chronicle/session.ts';
import { ghostFiles, removeGhost } from '#src/node/forget/ghost-files.ts';
import { layoutIn } from '#src/node/world.ts';
import { ChronicleError, sentenceOf } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { counted } from '#src/text/day.ts';
import { startOf } from '../archive/format-list.ts';
import { ownSnapshot } from '../archive/own-archive.ts';
import { defineCommand } from '../command.ts';
import type { Io } from '../terminal/io.ts';
import { printJson, printResult, say } from '../terminal/print.ts';
import { table } from '../terminal/table.ts';
import type { Text } from '../terminal/text.ts';
import { agrees } from './agrees.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle prune',
    description:
      'Delete the chronicles of empty sessions: no event, no summary, no note, and no prompt in the transcript. Lists them and asks first. Chronicles that were edited, or are less than a day old, are kept',
  },
  args: {
    project: { type: 'string', valueHint: 'project', description: 'Only chronicles of this project' },
    'dry-run': { type: 'boolean', description: 'Only list them' },
    yes: { type: 'boolean', description: 'Do not ask' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const { world } = io;
    const layout = layoutIn(world);
    const { roots, sessions } = ownSnapshot(io);
    const ghosts = await ghostFiles(layout, roots, ofProject(sessions, args.project), world.now());
    if (!args.json) printResult(io, formatGhosts(ghosts, io.stdout.columns));
    if (ghosts.length === 0) say(io, 'No empty sessions older than a day.');
    const canDelete = ghosts.length > 0 && !args['dry-run'];
    const isAgreed = canDelete && (args.yes || (await agrees(io, `Delete ${counted(ghosts.length, 'file')}?`)));
    const removed = isAgreed ? ghosts.filter((ghost) => isRemoved(io, layout, ghost)) : [];
    if (args.json)
      printJson(
        io,
        ghosts.map((ghost) => ({ ...entryOf(ghost), removed: removed.includes(ghost) })),
      );
    if (isAgreed) say(io, `Deleted ${counted(removed.length, 'file')}.`);
    else if (ghosts.length > 0) say(io, 'Nothing was deleted.');
    if (canDelete && !isAgreed) return 2;
    return isAgreed && removed.length < ghosts.length ? 1 : 0;
  },
});

function ofProject(sessions: readonly Session[], name: string | undefined): readonly Session[] {
  if (name === undefined) return sessions;
  const found = sessions.filter(({ project }) => project.slug.toLowerCase() === name.toLowerCase());
  if (found.length > 0) return found;
  throw new ChronicleError(
    'CHRONICLE_NO_PROJECT',
    `There is no project ${name}. chronicle list shows the projects. Nothing was deleted.`,
  );
}

/** False, with a message, if the file was kept. */
function isRemoved(io: Io, layout: Layout, ghost: Session): boolean {
  try {
    if (removeGhost(layout, ghost)) return true;
    say(io, `${ghost.path} was changed meanwhile, so it is kept.`);
  } catch (error) {
    say(io, sentenceOf(error));
  }
  return false;
}

function entryOf({ project, name, path, chronicle }: Session) {
  return { project: project.slug, name, started: chronicle.frontMatter.started, path };
}

function formatGhosts(ghosts: readonly Session[], width: number): Text {
  if (ghosts.length === 0) return '';
  const rows = ghosts.map((ghost) => [startOf(ghost), ghost.project.slug, ghost.name]);
  return table(rows, { head: ['Started', 'Project', 'Session'], width, last: 'cut' });
}
