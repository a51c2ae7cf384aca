import { existsSync } from 'node:fs';
import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult, say } from '#src/cli/terminal/print.ts';
import { orphans } from '#src/record/live.ts';
import { entryOf } from '#src/record/live-state.ts';
import { layoutIn, type World } from '#src/lib/world.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { CommandHelp } from '../command-help.ts';
import { outputLimit } from '../terminal/output-limit.ts';
import { formatSession, shownSession } from './format-session.ts';
import { withIndex } from './own-index.ts';
import { cardNamed } from './session-named.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle show last', 'the newest session with something to show'],
    ['chronicle show 3f6c2a10 --json', 'a session by the beginning of its id, for a script'],
  ],
  files: [['<config>/projects/*/chronicle/', 'the archive']],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle show',
    description: 'Print one session: prompts, events with their ids, commits, how it ended, and the narrative',
  },
  args: {
    session: {
      type: 'positional',
      required: false,
      description: "The session's file name without .md, at least 6 characters of its id, or last",
    },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    if (args.session === undefined || args._.length > 1) {
      throw new ChronicleError(
        'CHRONICLE_NO_SESSION',
        "chronicle show takes one session: its file's name, at least 6 characters of its id, or last.",
      );
    }
    const wanted = args.session;
    const found = await withIndex(io, { isScript: args.json === true }, (index) => {
      if (index.size === 0) return null;
      const { card, note } = cardNamed(index, wanted);
      const session = index.sessionAt(card.path);
      return { note, session, facts: session && index.factsOf(session) };
    });
    if (found === null) return 2;
    const { note, session, facts } = found;
    if (note !== '') say(io, note);
    if (session === null) throw gone(wanted);
    if (args.json) {
      printJson(io, shownSession(session, facts));
    } else {
      const isRunning = isLive(io.world, session.id);
      printResult(io, formatSession(session, { facts, isRunning, limit: outputLimit(io), columns: io.stdout.columns }));
    }
    return 0;
  },
});

function gone(wanted: string): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_NO_SESSION',
    `The chronicle of ${wanted} has just been deleted or become unreadable.`,
  );
}

/** Whether a session is running on this machine. */
function isLive(world: World, sessionId: string): boolean {
  const layout = layoutIn(world);
  return existsSync(entryOf(layout, sessionId)) && !orphans(layout, world.host).includes(sessionId);
}
