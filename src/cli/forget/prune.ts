import type { Session } from '#src/chronicle/session.ts';
import { ghostFiles, removeGhost } from '#src/node/forget/ghost-files.ts';
import { layoutIn } from '#src/node/world.ts';
import { ChronicleError, sentenceOf } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { counted } from '#src/text/day.ts';
import { ownSnapshot } from '../archive/own-archive.ts';
import { defineCommand } from '../command.ts';
import type { Io } from '../terminal/io.ts';
import { printJson, printResult, say } from '../terminal/print.ts';
import { agrees } from './agrees.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle prune',
    description:
      'Remove the files of sessions in which nothing happened: no event, no summary, and no transcript in which anybody asked for anything. Lists them, and asks. A file that anybody has written into stays, and so does one that is younger than a day',
  },
  args: {
    project: { type: 'string', description: 'Only files of this project' },
    'dry-run': { type: 'boolean', description: 'Only list them' },
    yes: { type: 'boolean', description: 'Do not ask' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const { world } = io;
    const layout = layoutIn(world);
    const { roots, sessions } = ownSnapshot(io);
    const ghosts = await ghostFiles(layout, roots, ofProject(sessions, args.project), world.now());
    if (!args.json) printResult(io, ghosts.map(listed).join('\n'));
    if (ghosts.length === 0)
      say(io, 'There is nothing to remove: something happened in every session, or it is too young.');
    const isWanted = ghosts.length > 0 && !args['dry-run'];
    const isAgreed = isWanted && (args.yes || (await agrees(io, `Remove ${counted(ghosts.length, 'file')}?`)));
    const removed = isAgreed ? ghosts.filter((ghost) => isRemoved(io, layout, ghost)) : [];
    if (args.json)
      printJson(
        io,
        ghosts.map((ghost) => ({ ...entryOf(ghost), removed: removed.includes(ghost) })),
      );
    if (isAgreed) say(io, `Removed ${counted(removed.length, 'file')}.`);
    else if (ghosts.length > 0) say(io, 'Nothing was removed.');
    if (isWanted && !isAgreed) return 2;
    return isAgreed && removed.length < ghosts.length ? 1 : 0;
  },
});

function ofProject(sessions: readonly Session[], wanted: string | undefined): readonly Session[] {
  if (wanted === undefined) return sessions;
  const found = sessions.filter(({ project }) => project.slug.toLowerCase() === wanted.toLowerCase());
  if (found.length > 0) return found;
  throw new ChronicleError(
    'CHRONICLE_NO_PROJECT',
    `No session is of a project ${wanted}. chronicle list names projects. Nothing was removed.`,
  );
}

/** False, with a sentence why, if it stays. */
function isRemoved(io: Io, layout: Layout, ghost: Session): boolean {
  try {
    if (removeGhost(layout, ghost)) return true;
    say(io, `${ghost.path} was written meanwhile, and stays.`);
  } catch (error) {
    say(io, sentenceOf(error));
  }
  return false;
}

function entryOf({ project, name, path, chronicle }: Session) {
  return { project: project.slug, name, started: chronicle.frontMatter.started, path };
}

function listed(ghost: Session): string {
  const { project, name, started } = entryOf(ghost);
  return `${started}  ${project}/${name}`;
}
