import { resumeCommand } from '#src/chronicle/resume-command.ts';
import type { Session } from '#src/chronicle/session.ts';
import { defineCommand } from '#src/cli/command.ts';
import { printResult, say } from '#src/cli/terminal/print.ts';
import { retroContext } from '#src/memory/retro/retro-context.ts';
import { seenSummary } from '#src/node/record/narrate.ts';
import { currentChronicle } from '#src/node/session/current.ts';
import { placeOf } from '#src/node/session/find.ts';
import { openRetro } from '#src/node/session/live.ts';
import { wholeSessionId } from '#src/node/session/whole-id.ts';
import { layoutIn, type World } from '#src/node/world.ts';
import { isWorthRetro } from '#src/posts/narrative/narratives.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { type Layout, memoryPlace } from '#src/project/paths.ts';
import { ownMemory } from '../own-memory.ts';

/** The newest are named. */
const MOST = 3;

export const command = defineCommand({
  meta: {
    name: 'chronicle retro context',
    description:
      "Print what a retrospective of a session needs: its events with their ids, the memories and whether they help, open proposals, and how much room MEMORY.md has left. Until the narrative is written, the current session's own writes to memory need the person's consent",
  },
  args: {
    session: { type: 'string', valueHint: 'id', description: 'Id of the session (default: the current session)' },
  },
  run({ args, io }) {
    const { world } = io;
    const layout = layoutIn(world);
    const path = chronicleOf(world, layout, args.session);
    if (path === null) {
      say(io, 'No chronicle file found for this session');
      return 2;
    }
    const place = memoryPlace(layout, placeOf(path).projectDirectory);
    const { snapshot, record, standings } = ownMemory(io);
    const session = snapshot.sessions.find((each) => each.path === path);
    if (!session) throw unreadable(path);
    if (session.chronicle.events.length === 0) {
      printResult(io, 'No events to review');
      for (const line of othersWorthIt(session, snapshot.sessions)) printResult(io, line);
      return 0;
    }
    const { memory } = snapshot;
    const isHere = ({ project }: { project: { directory: string } }) => project.directory === place.projectDirectory;
    const running = world.env.CLAUDE_CODE_SESSION_ID;
    const text = retroContext({
      session,
      ...seenSummary(path),
      record,
      standings: standings.filter(({ history }) => isHere(history)),
      files: memory.files.filter(isHere),
      index: memory.indexes.find((each) => isHere(each) && each.fault === undefined)?.text ?? null,
      proposals: memory.proposals.filter((proposal) => isHere(proposal) && proposal.state === 'open'),
      memoryDirectory: place.memory,
      now: world.now(),
      option: session.id === running ? '' : ` --session ${session.id}`,
    });
    if (running) openRetro(layout, running, world);
    printResult(io, text);
    return 0;
  },
});

/** The sessions of the project to review instead, and how. */
function othersWorthIt({ project }: Session, sessions: readonly Session[]): string[] {
  const worth = sessions.filter((each) => each.project.directory === project.directory && isWorthRetro(each));
  const commands = worth.flatMap((each) => {
    const resume = resumeCommand(each);
    return resume === null ? [] : [`  ${resume}    ${each.name}`];
  });
  if (commands.length === 0) return [];
  return [
    'To review an earlier session, resume it in its project, then run /session-retro:',
    ...commands.slice(0, MOST),
  ];
}

function chronicleOf(world: World, layout: Layout, session: string | undefined): string | null {
  try {
    return currentChronicle(world, layout, session === undefined ? undefined : wholeSessionId(layout, session));
  } catch (error) {
    if (error instanceof ChronicleError && error.code === 'CHRONICLE_NOT_FOUND') return null;
    throw error;
  }
}

function unreadable(path: string): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_BROKEN',
    `${path} cannot be read as a chronicle. Run chronicle check to see what is wrong. Nothing was changed.`,
  );
}
