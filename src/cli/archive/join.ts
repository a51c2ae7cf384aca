import { dirname } from 'node:path';
import { leftWords } from '#src/chronicle/copies.ts';
import { joinChronicles } from '#src/chronicle/join-chronicles.ts';
import { joinNotebooks } from '#src/chronicle/notebook/join-notebooks.ts';
import type { Session } from '#src/chronicle/session.ts';
import { rootOf } from '#src/node/archive/joined-files.ts';
import { frontMatterOf } from '#src/node/disk/front-matter-of.ts';
import { chronicleNames } from '#src/node/disk/projects.ts';
import { createNotebook, notebookOf } from '#src/node/notebook/notebook-file.ts';
import { type JoinedCopy, joinCopies, removeCopy } from '#src/node/session/join-copies.ts';
import { layoutIn } from '#src/node/world.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { type Layout, notebookPath, notebooksDirectory } from '#src/project/paths.ts';
import { counted } from '#src/text/day.ts';
import { listed } from '#src/value/listed.ts';
import { defineCommand } from '../command.ts';
import type { CommandHelp } from '../command-help.ts';
import type { Io } from '../terminal/io.ts';
import { printResult, say } from '../terminal/print.ts';
import { ownSnapshot } from './own-archive.ts';
import { ANY_SESSION, sessionNamed } from './session-named.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle join', 'lists the sessions that have several files, and changes nothing'],
    ['chronicle join 2026-03-24-main', 'writes what its copies have more into its file'],
    ['chronicle join --all --delete', 'does so for all sessions, and deletes the copies that say nothing more'],
  ],
  files: [['<config>/projects/*/chronicle/', 'where joined files are written; further archives are only read']],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle join',
    description:
      'Join the files of one session: conflict copies of a synchronised folder, a restored backup, the same session from another machine. The events and notes that only a copy has go into the main file where their time belongs; nothing in it is changed. What contradicts is named and left. Without a session, lists the sessions with several files',
  },
  args: {
    session: {
      type: 'positional',
      required: false,
      description: "The session's file name without .md, at least 6 characters of its id, or last",
    },
    all: { type: 'boolean', description: 'Join the files of all sessions' },
    delete: { type: 'boolean', description: 'Then delete the copies in your own archive that say nothing more' },
  },
  run({ args, io }) {
    if (args._.length > 1 || (args.all && args._.length > 0))
      throw new ChronicleError(
        'CHRONICLE_WRONG_USE',
        'chronicle join takes one session, or --all. Nothing was changed.',
      );
    const layout = layoutIn(io.world);
    const { sessions } = ownSnapshot(io);
    const notebooks = new NotebookPaths();
    const several = sessions.filter(
      (session) =>
        rootOf(session.path) === layout.projects && (session.copies || notebooks.besides(session).length > 0),
    );
    if (args.session === undefined && !args.all) return list(io, several, notebooks);
    const chosen = args.session === undefined ? several : [sessionNamed(sessions, args.session, ANY_SESSION)];
    const refused = chosen.find((session) => !several.includes(session));
    if (refused)
      throw new ChronicleError(
        'CHRONICLE_NOTHING_TO_JOIN',
        `${refused.path} ${refused.copies ? 'is in another archive, where commands do not write' : 'is the only file of its session'}. Nothing was changed.`,
      );
    let isDone = true;
    for (const session of chosen) isDone = joinSession(io, layout, session, notebooks, args.delete === true) && isDone;
    if (chosen.length === 0) say(io, NONE);
    return isDone ? 0 : 1;
  },
});

const NONE = 'Every session of your archive has one file.';

function list(io: Io, sessions: readonly Session[], notebooks: NotebookPaths): 0 {
  printResult(
    io,
    sessions
      .flatMap((session) => [
        `${session.path} (${session.id})`,
        ...[...(session.copies ?? []), ...notebooks.besides(session)].map((copy) => `    ${copy}`),
      ])
      .join('\n'),
  );
  say(
    io,
    sessions.length === 0
      ? NONE
      : `${counted(sessions.length, 'session')} with several files. \`chronicle join <session>\` or \`chronicle join --all\` joins them.`,
  );
  return 0;
}

/** Joins the files of one session and says so. Returns whether nothing is left to decide. */
function joinSession(io: Io, layout: Layout, session: Session, notebooks: NotebookPaths, areDeleted: boolean): boolean {
  const { id, path, copies = [] } = session;
  const chronicles = report(io, path, joinCopies(path, copies, joinChronicles), 'event');
  const own = notebookPath(path);
  const further = notebooks.besides(session);
  if (further.length > 0) createNotebook(layout, notebookOf(path, id));
  const notes = further.length === 0 ? [] : report(io, own, joinCopies(own, further, joinNotebooks), 'note');
  let isDone = true;
  for (const copy of [...chronicles, ...notes]) {
    if (copy.left.length > 0) isDone = false;
    else if (copy.path.startsWith(`${layout.projects}/`)) isDone = settle(io, copy, areDeleted) && isDone;
  }
  return isDone;
}

/** Deletes a copy that says nothing more, or says that it can be deleted. False if it says more by now. */
function settle(io: Io, copy: JoinedCopy, isDeleted: boolean): boolean {
  if (!isDeleted) say(io, `${copy.path} says nothing more and can be deleted.`);
  else if (removeCopy(copy)) say(io, `Deleted ${copy.path}.`);
  else {
    printResult(io, `${copy.path} was changed while it was joined, and was left. Join the session once more.`);
    return false;
  }
  return true;
}

function report(io: Io, path: string, copies: readonly JoinedCopy[], what: 'event' | 'note'): readonly JoinedCopy[] {
  const added = copies.reduce((sum, copy) => sum + copy.added, 0);
  if (added > 0) printResult(io, `${path}: added ${counted(added, what)}.`);
  for (const { path: copy, left } of copies)
    if (left.length > 0)
      printResult(
        io,
        `${copy}: ${listed(leftWords(left))} ${left.length === 1 ? 'differs' : 'differ'} from ${path}, and ${left.length === 1 ? 'was' : 'were'} left. Copy what you want to keep, then delete the file.`,
      );
  return copies;
}

/** Finds notebooks by session id. Each directory is read once. */
class NotebookPaths {
  readonly #directories = new Map<string, Map<string, string[]>>();

  /** A session's notebooks that do not have the name of its chronicle. */
  besides({ id, path, copies = [] }: Session): string[] {
    const directories = new Set([path, ...copies].map((each) => notebooksDirectory(dirname(each))));
    const all = [...directories].flatMap((directory) => this.#in(directory).get(id) ?? []);
    return all.filter((each) => each !== notebookPath(path));
  }

  #in(directory: string): Map<string, string[]> {
    const known = this.#directories.get(directory);
    if (known) return known;
    const found = new Map<string, string[]>();
    for (const name of chronicleNames(directory)) {
      const id = frontMatterOf(`${directory}/${name}`)?.get('session_id');
      if (id !== undefined) found.set(id, [...(found.get(id) ?? []), `${directory}/${name}`]);
    }
    this.#directories.set(directory, found);
    return found;
  }
}
