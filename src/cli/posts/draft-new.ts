import { formatProblems } from '../own-archive.ts';
import { oneNamed } from '../session-named.ts';
import { type CommandHelp, defineCommand } from '../command.ts';
import type { Io } from '../terminal/io.ts';
import { printResult, say } from '../terminal/print.ts';
import type { Session } from '#src/format/session.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { counted } from '#src/lib/text/day.ts';
import type { Draft } from '#src/posts/draft.ts';
import { createDraft, hasSessions } from '#src/posts/draft-files.ts';
import { newDraft, readMaterials } from '#src/posts/new-draft.ts';
import { prepareDraft, printableProblems } from '#src/posts/posts.ts';
import { type OwnDrafts, ownDrafts, WITH_STORY } from './own-drafts.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle draft new last', 'a draft of the last session'],
    ['chronicle draft new 2026-03-24-main 2026-03-25-main --title "Two days of tides"', 'one draft of two sessions'],
  ],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle draft new',
    description:
      'Make a draft from one or more sessions: their narratives, and what the record has besides. Prints its path; the file is yours to edit',
  },
  args: {
    sessions: {
      type: 'positional',
      required: false,
      description: "Sessions, by file name, project/name, at least 6 characters of the id, a page's address, or last",
    },
    title: { type: 'string', valueHint: 'title', description: 'The title (default: the title of the first narrative)' },
  },
  async run({ args, io }) {
    if (args._.length === 0) {
      throw new ChronicleError(
        'CHRONICLE_NO_SESSION',
        'chronicle draft new needs at least one session, such as last. `chronicle list` shows them.',
      );
    }
    const own = await ownDrafts(io);
    const { paths, archive, scanContext } = own;
    if (archive.sessions.length === 0) return 2;
    const sessions = [...new Set(args._.map((word) => storySession(io, archive.sessions, word)))];
    if (args.title === undefined) requireFirst(own, sessions);
    const title = args.title?.trim() || undefined;
    const materials = await readMaterials(io.env, sessions);
    const made = await newDraft({ sessions, record: archive.record, materials, title }, scanContext);
    const draft = createDraft(paths, made);
    printResult(io, draft.path);
    await sayNext(io, draft, sessions, own);
    return 0;
  },
});

/** The session with this name, and says which one `last` is. */
function storySession(io: Io, sessions: readonly Session[], word: string): Session {
  const { session, note } = oneNamed(sessions, word, WITH_STORY);
  if (note !== '') say(io, note);
  return session;
}

/** A second draft of the same sessions is usually a mistake, so it needs a title of its own. */
function requireFirst({ archive }: OwnDrafts, sessions: readonly Session[]): void {
  const ids = sessions.map(({ id }) => id);
  const same = archive.drafts.find((draft) => hasSessions(draft, ids));
  if (!same) return;
  throw new ChronicleError(
    'CHRONICLE_DRAFT_EXISTS',
    `${same.slug} is already a draft of ${sessions.length === 1 ? 'this session' : 'these sessions'}: ${same.path}. To make another, pass --title. Nothing was changed.`,
  );
}

async function sayNext(io: Io, draft: Draft, sessions: readonly Session[], own: OwnDrafts): Promise<void> {
  const { open, problems, comments } = await prepareDraft(draft, own.archive, own.scanContext);
  if (sessions.every(({ chronicle }) => !chronicle.summary.narrative))
    say(io, 'There is no narrative yet, so the draft is made from summaries, events and facts.');
  if (problems.length > 0) {
    say(io, formatProblems(await printableProblems(problems, own.scanContext)));
    say(io, `Fix ${counted(problems.length, 'problem')} before you export it.`);
  }
  if (comments.length > 0)
    say(io, `${counted(comments.length, 'comment')} in the text to help you write; comments are never published.`);
  say(io, `\`chronicle dev\` shows it at /drafts/${draft.slug}/ as you save.`);
  const findings = open.must + open.review;
  if (findings > 0)
    say(io, `To review ${counted(findings, 'finding')} that may be secret or private, run \`chronicle review\`.`);
  say(io, `To write the post, run \`chronicle export ${draft.slug} --to astro --out <your blog>\`.`);
}
