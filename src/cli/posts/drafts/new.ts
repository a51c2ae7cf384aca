import type { Session } from '#src/format/session.ts';
import { formatProblems } from '#src/cli/format-problems.ts';
import { lastNote, sessionNamed } from '#src/cli/session-named.ts';
import { type CommandHelp, defineCommand } from '#src/cli/command.ts';
import type { Io } from '#src/cli/terminal/io.ts';
import { printResult, say } from '#src/cli/terminal/print.ts';
import { draftMaterials } from '#src/posts/draft-materials.ts';
import { readDraft, readDrafts } from '#src/posts/drafts/read-drafts.ts';
import { createDraft } from '#src/posts/drafts/write-draft.ts';
import { requireOwnSlug } from '#src/posts/own-slug.ts';
import { seriesNamed } from '#src/posts/series/series-named.ts';
import type { Draft, DraftSettings } from '#src/posts/drafts/draft.ts';
import { safeDraft } from '#src/posts/drafts/safe-draft.ts';
import { hasSources } from '#src/posts/drafts/same-sources.ts';
import { prepareDraft, printableProblems } from '#src/posts/export/prepare-draft.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { withoutSecrets } from '#src/redaction/scan.ts';
import { counted } from '#src/lib/text/day.ts';
import { WITH_STORY } from '../with-story.ts';
import { type OwnDrafts, ownDrafts } from './own-drafts.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle draft new last', 'a draft of the last session'],
    ['chronicle draft new 2026-03-24-main 2026-03-25-main --title "Two days of tides"', 'one draft of two sessions'],
  ],
  files: [['<config>/session-chronicle/drafts/<name>/', 'the draft; write in draft.mdx']],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle draft new',
    description:
      'Make a draft from one or more sessions: their narratives, or a skeleton made from what was recorded. Prints its directory; the files in it are yours to edit',
  },
  args: {
    sessions: {
      type: 'positional',
      required: false,
      description: "Sessions, by file name, project/name, at least 6 characters of the id, a page's address, or last",
    },
    title: { type: 'string', valueHint: 'title', description: 'The title (default: the title of the first narrative)' },
    series: {
      type: 'string',
      valueHint: 'slug',
      description: 'Add the draft to this series, given by its slug, as the next part',
    },
    slug: {
      type: 'string',
      valueHint: 'name',
      description: "The name of the draft's directory (default: made from the title)",
    },
  },
  async run({ args, io }) {
    if (args._.length === 0) {
      throw new ChronicleError(
        'CHRONICLE_NO_SESSION',
        'chronicle draft new needs at least one session, such as last. `chronicle list` shows them.',
      );
    }
    const own = await ownDrafts(io);
    const { layout, archive, scanContext } = own;
    if (archive.sessions.length === 0) return 2;
    const sessions = [...new Set(args._.map((word) => storySession(io, archive.sessions, word)))];
    if (args.slug !== undefined) await requireFree(own, args.slug);
    else if (args.title === undefined) requireFirst(layout, sessions);
    const series = args.series === undefined ? null : nextPart(layout, args.series);
    const title = args.title?.trim() || undefined;
    const materials = await draftMaterials(io.world, sessions);
    const made = await safeDraft({ sessions, record: archive.record, materials, title, series }, scanContext);
    const draft = createDraft(layout, args.slug === undefined ? made : { ...made, slug: args.slug });
    printResult(io, draft.directory);
    await sayNext(io, draft, sessions, own);
    return 0;
  },
});

/** The session with this name, and says which one `last` is. */
function storySession(io: Io, sessions: readonly Session[], word: string): Session {
  const session = sessionNamed(sessions, word, WITH_STORY);
  const note = lastNote(sessions, word, session, WITH_STORY);
  if (note !== '') say(io, note);
  return session;
}

async function requireFree({ layout, scanContext }: OwnDrafts, slug: string): Promise<void> {
  if ((await withoutSecrets(slug, scanContext)) !== slug) {
    throw new ChronicleError(
      'CHRONICLE_BAD_SLUG',
      "--slug contains something that must not be published, such as a token, and a draft's name becomes the name of its post. Nothing was changed.",
    );
  }
  requireOwnSlug(slug);
  const draft = readDraft(layout, slug);
  if (!draft) return;
  throw new ChronicleError(
    'CHRONICLE_DRAFT_EXISTS',
    `A draft named ${slug} already exists: ${draft.directory}. Nothing was changed.`,
  );
}

/** A second draft of the same sessions is usually a mistake, so it needs a title or a slug of its own. */
function requireFirst(layout: Layout, sessions: readonly Session[]): void {
  const ids = sessions.map(({ id }) => id);
  const same = readDrafts(layout).find((draft) => hasSources(draft, ids));
  if (!same) return;
  throw new ChronicleError(
    'CHRONICLE_DRAFT_EXISTS',
    `${same.slug} is already a draft of ${sessions.length === 1 ? 'this session' : 'these sessions'}: ${same.directory}. To make another, pass --title or --slug. Nothing was changed.`,
  );
}

/** The first part of a series that has no draft yet. */
function nextPart(layout: Layout, wanted: string): DraftSettings['series'] {
  const { slug } = seriesNamed(layout, wanted);
  const taken = new Set(
    readDrafts(layout).flatMap(({ settings: { series } }) => (series?.slug === slug ? [series.part] : [])),
  );
  let part = 1;
  while (taken.has(part)) part++;
  return { slug, part };
}

async function sayNext(io: Io, draft: Draft, sessions: readonly Session[], own: OwnDrafts): Promise<void> {
  const { slug } = draft;
  const { open, resolved } = await prepareDraft(draft, own.archive, own.scanContext);
  const findings = open.must + open.review;
  const untold = sessions.filter(({ chronicle }) => !chronicle.summary.narrative).length;
  if (untold === sessions.length)
    say(io, 'There is no narrative yet, so the draft is a skeleton made from summaries, events and facts.');
  if (resolved.problems.length > 0) {
    say(io, formatProblems(await printableProblems(resolved.problems, own.scanContext)));
    say(io, `Fix ${counted(resolved.problems.length, 'problem')} before you export it.`);
  }
  const comments = resolved.comments.length;
  if (comments > 0)
    say(io, `${counted(comments, 'comment')} in the text to help you write; comments are never published.`);
  say(io, `Write in draft.mdx. \`chronicle dev\` shows it at /drafts/${slug}/ as you save.`);
  if (findings > 0)
    say(
      io,
      `To review ${counted(findings, 'finding')} that may be secret or private, run \`chronicle draft redact ${slug}\`.`,
    );
  say(io, `To write the post, run \`chronicle export ${slug} --to astro --out <your blog>\`.`);
}
