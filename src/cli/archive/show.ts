import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult, say } from '#src/cli/terminal/print.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { CommandHelp } from '../command-help.ts';
import { outputLimit } from '../terminal/output-limit.ts';
import { formatSession, shownSession } from './format-session.ts';
import { ownSnapshot } from './own-archive.ts';
import { lastNote, sessionNamed } from './session-named.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle show last', 'the newest session with something to show'],
    ['chronicle show 3f6c2a10 --json', 'a session by the beginning of its id, for a script'],
  ],
  files: [['<config>/projects/*/chronicle/', 'the archive']],
};

export const command = defineCommand({
  meta: { name: 'chronicle show', description: 'Print one session: events with their ids, summary and narrative' },
  args: {
    session: {
      type: 'positional',
      required: false,
      description: "The session's file name without .md, at least 6 characters of its id, or last",
    },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  run({ args, io }) {
    if (args.session === undefined || args._.length > 1) {
      throw new ChronicleError(
        'CHRONICLE_NO_SESSION',
        "chronicle show takes one session: its file's name, at least 6 characters of its id, or last.",
      );
    }
    const { sessions } = ownSnapshot(io);
    if (sessions.length === 0) return 2;
    const session = sessionNamed(sessions, args.session);
    const note = lastNote(sessions, args.session, session);
    if (note !== '') say(io, note);
    if (args.json) printJson(io, shownSession(session));
    else printResult(io, formatSession(session, { limit: outputLimit(io), columns: io.stdout.columns }));
    return 0;
  },
});
