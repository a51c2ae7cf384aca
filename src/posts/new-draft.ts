/** New drafts of sessions: their title, description and name without secrets, and their text. */
import type { Session } from '#src/format/session.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { compare } from '#src/lib/compare.ts';
import { originOf } from '#src/lib/checkout.ts';
import { factsPath } from '#src/lib/paths.ts';
import { repositoryAddress, repositoryOfPullRequest } from '#src/lib/repository.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { slugOf } from '#src/lib/slug.ts';
import { cutAtWord, oneLine } from '#src/lib/text/clip.ts';
import { opening } from '#src/lib/text/markdown.ts';
import type { Env } from '#src/lib/env.ts';
import type { MemoryRecord } from '#src/memory/memory.ts';
import { type Scanner, withoutFindings, withoutSecrets } from '#src/redaction/scan.ts';
import { readFacts } from '#src/transcript/facts-file.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import { draftFile, sessionsDigest } from './draft.ts';
import type { NewDraft } from './draft-files.ts';
import { hasStory } from './narratives.ts';
import { LONGEST_DESCRIPTION } from './posts.ts';
import { type DraftMaterials, writeUp } from './write-up.ts';

interface NewDraftOptions {
  /** At least one, in any order. */
  sessions: readonly Session[];
  /** Groups of misses. */
  record: Pick<MemoryRecord, 'placeOf'>;
  /** Facts and repositories of the sessions; without them, the draft has their events alone. */
  materials?: DraftMaterials;
  title?: string | undefined;
}

const LONGEST_SLUG = 80;
/** The name of a project may be private, so it is not a default tag. */
const TAGS = ['claude-code'];

/**
 * A new draft of sessions, not yet on disk. Its title and description contain no secret and no home path, and its slug
 * contains no finding at all: both are shortened, and half a token is not recognised as one. Its text is the sessions'
 * own. Refuses (CHRONICLE_NOTHING_TO_TELL) sessions that have no summary, no narrative and no event.
 */
export async function newDraft(options: NewDraftOptions, scanner: Scanner): Promise<NewDraft> {
  const { sessions, record, materials = new Map(), title: given } = options;
  if (!sessions.some(({ chronicle }) => hasStory(chronicle))) {
    const names = sessions.map(({ project, name }) => `${project.slug}/${name}`).join(', ');
    throw new ChronicleError(
      'CHRONICLE_NOTHING_TO_TELL',
      `Nothing to export: there are no events, summary or narrative in ${names}.`,
    );
  }
  const sources = sessions.toSorted((a, b) =>
    compare(a.chronicle.frontMatter.started, b.chronicle.frontMatter.started),
  );
  const outcomes = sources.map(({ id }) => materials.get(id)?.facts?.outcome?.text.slice(0, 4000) ?? '');
  const safe = await safeWords(sources, outcomes, (text) => withoutSecrets(text, scanner));
  const title = given === undefined ? safe.title : await withoutSecrets(oneLine(given), scanner);
  const text = draftFile(
    { title, description: safe.description, tags: TAGS, sessions: sources.map(({ id }) => id) },
    writeUp(sources, record, materials),
  );
  const history = { made: given === undefined ? sha1Of(text) : '', sessions: sessionsDigest(sources), exports: [] };
  return {
    slug: draftSlug(await withoutFindings(title.replace(/\[redacted: [^\]]*\]/g, ' '), scanner)),
    text,
    history,
  };
}

/** The slug for a title: `Über the limit!` is `uber-the-limit`. */
function draftSlug(title: string): string {
  const letters = title
    .normalize('NFKD')
    .replace(/[\p{M}'’]|\.(?=\s)/gu, '')
    .toLowerCase();
  const words = slugOf(letters, 'draft');
  const cut = words.length > LONGEST_SLUG ? words.slice(0, LONGEST_SLUG + 1).replace(/-[^-]*$/, '') : words;
  return slugOf(cut.slice(0, LONGEST_SLUG).replace(/^[-._]+|[-._]+$/g, ''), 'draft');
}

/**
 * The facts of sessions, read whole, and the web addresses of their repositories: of the remote `origin`, else of the last
 * pull request. A session whose facts cannot be read has none.
 */
export async function readMaterials(
  { variables: env }: Pick<Env, 'variables'>,
  sessions: readonly Session[],
): Promise<DraftMaterials> {
  const entries = sessions.map(async (session) => {
    const { facts } = readFacts(factsPath(session.path));
    const directory = session.project.root ?? session.chronicle.frontMatter.cwd;
    const origin = directory === undefined ? '' : await originOf(directory, env);
    const pullRequest = facts?.pullRequests.at(-1)?.url ?? '';
    const repository = repositoryAddress(origin) ?? repositoryOfPullRequest(pullRequest);
    return [session.id, { facts, repository }] as const;
  });
  return new Map(await Promise.all(entries));
}

/** The title and description of a new draft. All that they are made of is rewritten first: half a secret would be missed. */
async function safeWords(
  sources: readonly Session[],
  outcomes: readonly string[],
  rewrite: (text: string) => Promise<string>,
): Promise<{ title: string; description: string }> {
  const safe = await Promise.all(sources.map((session) => rewritten(session, rewrite)));
  const answers = await Promise.all(outcomes.map(rewrite));
  const first = safe.find(({ chronicle }) => chronicle.summary.narrative) ?? safe[0];
  return {
    title: await rewrite(oneLine(first ? sessionTitle(first) : '')),
    description: await rewrite(hookOf(safe, answers)),
  };
}

/** The first sentence of the first written summary, of the first narrative, or of the last answer of a session. */
function hookOf(sources: readonly Session[], outcomes: readonly string[]): string {
  const texts = sources.flatMap(({ chronicle: { summary } }) => [
    summary.kind === 'machine' ? '' : summary.lead,
    summary.narrative?.text ?? '',
  ]);
  const [text = ''] = [...texts, ...outcomes].map((each) => opening(each, 600)).filter((each) => each !== '');
  const [first = text] = /^.{20,}?[.?!]["”’)]?(?=\s|$)/su.exec(text) ?? [];
  return cutAtWord(oneLine(first), LONGEST_DESCRIPTION);
}

/** The session with everything that a title or description is made of rewritten. */
async function rewritten(session: Session, safe: (text: string) => Promise<string>): Promise<Session> {
  const { facts, chronicle } = session;
  const { frontMatter, events, summary } = chronicle;
  const { lead, narrative } = summary;
  const [first, ...others] = events;
  const titles = Object.entries(facts?.titles ?? {}).map(
    async ([key, title]) => [key, await safe(title ?? '')] as const,
  );
  return {
    ...session,
    chronicle: {
      ...chronicle,
      frontMatter: Object.assign({}, frontMatter, { branch: await safe(frontMatter.branch) }),
      events: first ? [{ ...first, text: await safe(first.text) }, ...others] : [],
      summary: {
        ...summary,
        lead: await safe(lead),
        narrative: narrative && { title: await safe(narrative.title), text: await safe(narrative.text) },
      },
    },
    facts: facts && { ...facts, titles: Object.fromEntries(await Promise.all(titles)) },
  };
}
