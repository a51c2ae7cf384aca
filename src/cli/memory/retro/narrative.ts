import { defineCommand } from '#src/cli/command.ts';
import { printResult } from '#src/cli/terminal/print.ts';
import { keepsLead, narrate } from '#src/notes/narrate.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { readNarrativeText } from '#src/notes/written-text.ts';

/** A heredoc ends at once; a stdin left open is a mistake to report soon (ms). */
const PATIENCE = 5000;

export const command = defineCommand({
  meta: {
    name: 'chronicle retro narrative',
    description:
      "Write a session's narrative into its summary, from stdin in a quoted heredoc: a lead paragraph if chronicle retro context asks for one, then a line ### Title, then the story. Replaces an earlier narrative or an auto-generated summary; a written summary stays as the lead",
  },
  args: {
    seen: { type: 'string', valueHint: 'hash', description: 'What chronicle retro context printed after "seen:"' },
    session: { type: 'string', valueHint: 'id', description: 'Id of the session (default: the current session)' },
  },
  async run({ args, io }) {
    const seen = readSeen(args.seen);
    const written = readNarrativeText(await io.stdin.read(PATIENCE));
    if ('refusal' in written)
      throw new ChronicleError('CHRONICLE_BAD_NARRATIVE', `${written.refusal} Nothing was changed.`);
    const { file, before } = narrate(io.env, args.session, seen, written);
    const replaced = before.narrative ? ' It replaced the earlier narrative.' : '';
    const lead = keepsLead(before) ? 'The existing summary stays as its lead.' : 'It begins with your lead.';
    printResult(io, `Narrative "${written.title}" written to ${file}. ${lead}${replaced}`);
    return 0;
  },
});

function readSeen(seen: string | undefined): string {
  if (seen !== undefined && /^[0-9a-f]{12}$/.test(seen)) return seen;
  const given = seen === undefined ? 'chronicle retro narrative needs --seen' : `--seen ${seen} is not valid`;
  throw new ChronicleError(
    'CHRONICLE_NOT_SEEN',
    `${given}: pass the twelve characters that chronicle retro context prints after "seen:". Nothing was changed.`,
  );
}
