/** What the skill /session-retro runs: what a retrospective needs to know, and the narrative that it writes. */
import type { Note } from '#src/format/notebook/notebook.ts';
import type { Session } from '#src/format/session.ts';
import { shortId } from '#src/format/session-id.ts';
import { defineCommand } from '../command.ts';
import { printResult, say } from '../terminal/print.ts';
import { requestsAndFailures } from '#src/memory/repeats.ts';
import { retroContext } from '#src/memory/retro-context.ts';
import { hasStory } from '#src/memory/retro-story.ts';
import { keepsLead, narrate, readNarrativeText, seenSummary } from '#src/notes/written-text.ts';
import { currentChronicle, placeOf, wholeSessionId } from '#src/record/find.ts';
import { openRetro } from '#src/record/live.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import { askedAgain, isWorthKeeping } from '#src/notes/open-notes.ts';
import { worthRetro } from '#src/posts/narratives.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { type Paths, memoryPlace } from '#src/lib/paths.ts';
import { ownMemory } from './own-memory.ts';
import { ownRepeats } from './repeats.ts';

/** So many are named. */
const MOST = 3;
/** Notes are looked for in so many notebooks, and so many are listed. */
const MOST_NOTEBOOKS = 30;
const MOST_NOTES = 20;

export const context = {
  command: defineCommand({
    meta: {
      name: 'chronicle retro context',
      description:
        'Print what a retrospective of a session needs: its events with their ids, the memories and whether they help, open proposals, and how much room MEMORY.md has left. From this command on, until the person has decided about the proposals, or the session ends, Claude Code asks before the session writes to memory itself',
    },
    args: {
      session: { type: 'string', valueHint: 'id', description: 'Id of the session (default: the current session)' },
    },
    run({ args, io }) {
      const { env } = io;
      const paths = pathsIn(env);
      const path = chronicleOf(env, paths, args.session);
      if (path === null) {
        say(io, 'No chronicle file found for this session');
        return 2;
      }
      const place = memoryPlace(paths, placeOf(path).projectDirectory);
      const { archive, snapshot, record, results } = ownMemory(io);
      const session = snapshot.sessions.find((each) => each.path === path);
      if (!session) throw unreadable(path);
      const running = env.variables.CLAUDE_CODE_SESSION_ID;
      const story = session.id === running ? null : archive.factsOf(session);
      if (session.chronicle.events.length === 0 && !hasStory(story)) {
        printResult(io, 'No events to review');
        for (const line of othersWorthIt(session, snapshot.sessions)) printResult(io, line);
        return 0;
      }
      const { memory } = snapshot;
      const isHere = ({ project }: { project: { directory: string } }) => project.directory === place.projectDirectory;
      const own = snapshot.sessions.filter((each) => each.project.slug === session.project.slug);
      const { requests, failures } = requestsAndFailures(ownRepeats(io, archive, own));
      const text = retroContext({
        session,
        ...seenSummary(path),
        record,
        results: results.filter(({ history }) => isHere(history)),
        files: memory.files.filter(isHere),
        index: memory.indexes.find((each) => isHere(each) && each.fault === undefined)?.text ?? null,
        proposals: memory.proposals.filter((proposal) => isHere(proposal) && proposal.state === 'open'),
        memoryDirectory: place.memory,
        repeats: [...requests, ...failures],
        notes: notesWorthKeeping(own),
        story,
        option: session.id === running ? '' : ` --session ${session.id}`,
      });
      if (running) openRetro(paths, running, env);
      printResult(io, text);
      return 0;
    },
  }),
};

/** Notes of the project's last sessions that may be worth a memory, and questions that two of them left open; newest first. */
function notesWorthKeeping(sessions: readonly Session[]): { note: Note; sessionId: string }[] {
  const recent = sessions.filter(({ notebook }) => notebook !== undefined).slice(0, MOST_NOTEBOOKS);
  const notes = recent.flatMap(({ id, notebook }) => (notebook?.notes ?? []).map((note) => ({ note, sessionId: id })));
  const asked = new Set(askedAgain(notes));
  return notes.filter((each) => isWorthKeeping(each.note) || asked.has(each)).slice(0, MOST_NOTES);
}

/** The sessions of the project to review instead, and how. */
function othersWorthIt({ project }: Session, sessions: readonly Session[]): string[] {
  const worth = worthRetro(sessions.filter((each) => each.project.directory === project.directory));
  if (worth.length === 0) return [];
  return [
    'To tell the story of an earlier session, from any session of this project:',
    ...worth.slice(0, MOST).map(({ id, name }) => `  /session-retro ${shortId(id)}    ${name}`),
  ];
}

function chronicleOf(env: Env, paths: Paths, session: string | undefined): string | null {
  try {
    return currentChronicle(env, paths, session === undefined ? undefined : wholeSessionId(paths, session));
  } catch (error) {
    if (error instanceof ChronicleError && error.code === 'CHRONICLE_NOT_FOUND') return null;
    throw error;
  }
}

function unreadable(path: string): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_BROKEN',
    `${path} cannot be read as a chronicle. Run chronicle doctor to see what is wrong. Nothing was changed.`,
  );
}

/** A heredoc ends at once; a stdin left open is a mistake to report soon (ms). */
const PATIENCE = 5000;

export const narrative = {
  command: defineCommand({
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
  }),
};

function readSeen(seen: string | undefined): string {
  if (seen !== undefined && /^[0-9a-f]{12}$/.test(seen)) return seen;
  const given = seen === undefined ? 'chronicle retro narrative needs --seen' : `--seen ${seen} is not valid`;
  throw new ChronicleError(
    'CHRONICLE_NOT_SEEN',
    `${given}: pass the twelve characters that chronicle retro context prints after "seen:". Nothing was changed.`,
  );
}
