import type { Narrative } from '#src/format/chronicle.ts';
import type { Session } from '#src/format/session.ts';
import type { FactsHead } from '#src/transcript/facts.ts';
import type { MemoryRecord } from '#src/memory/misses/memory-record.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { type Scanner, withoutFindings, withoutSecrets } from '#src/redaction/scan.ts';
import { hasStory } from '../narrative/readiness.ts';
import type { DraftSettings } from './draft.ts';
import type { DraftMaterials } from './draft-material.ts';
import { draftSlug, type NewDraft, newDraft } from './new-draft.ts';
import { draftDigest } from './source-digest.ts';

/**
 * A new draft of sessions, not yet on disk. Its title and description contain no secret and no home path, and its slug
 * contains no finding at all: both are shortened, and half a token is not recognised as one. Its text is the sessions'
 * own. Refuses (CHRONICLE_NOTHING_TO_TELL) sessions that have no summary, no narrative and no event.
 */
export async function safeDraft(
  options: NewDraftOptions & { record: MemoryRecord },
  scanner: Scanner,
): Promise<NewDraft> {
  if (!options.sessions.some(({ chronicle }) => hasStory(chronicle))) throw nothingToExport(options.sessions);
  const safe = (text: string) => withoutSecrets(text, scanner);
  const { title, description } = await safeWords(options, safe);
  const named = await safeWords(options, (text) => withoutFindings(text, scanner));
  const { settings, body } = newDraft({ ...options, title, description });
  const isOwners = options.title !== undefined || (options.series ?? null) !== null;
  const made = isOwners ? {} : { made: draftDigest({ settings, body }) };
  return { slug: draftSlug(named.title), settings: { ...settings, ...made }, body };
}

type NewDraftOptions = Parameters<typeof newDraft>[0];
type Rewrite = (text: string) => Promise<string>;

/** The title and description of a new draft, both rewritten, as is everything they are made of. */
async function safeWords(
  options: NewDraftOptions,
  rewrite: Rewrite,
): Promise<Pick<DraftSettings, 'title' | 'description'>> {
  const sessions = await Promise.all(options.sessions.map((session) => withSafeWords(session, rewrite)));
  const materials = await withSafeOutcomes(options.materials, rewrite);
  const { title, description } = newDraft({ ...options, sessions, materials }).settings;
  return { title: await rewrite(title), description: await rewrite(description) };
}

function nothingToExport(sessions: readonly Session[]): ChronicleError {
  const names = sessions.map(({ project, name }) => `${project.slug}/${name}`).join(', ');
  const which = sessions.length === 1 ? `session ${names} has` : `${names} have`;
  return new ChronicleError(
    'CHRONICLE_NOTHING_TO_TELL',
    `Nothing to export: ${which} no events, summary or narrative.`,
  );
}

/** The session with everything that a title or description is made of rewritten. */
async function withSafeWords(session: Session, safe: Rewrite): Promise<Session> {
  const { frontMatter, events, summary } = session.chronicle;
  const [first, ...others] = events;
  const chronicle = {
    ...session.chronicle,
    frontMatter: Object.assign({}, frontMatter, { branch: await safe(frontMatter.branch) }),
    events: first ? [{ ...first, text: await safe(first.text) }, ...others] : [],
    summary: { ...summary, lead: await safe(summary.lead), narrative: await safeNarrative(summary.narrative, safe) },
  };
  return { ...session, chronicle, facts: session.facts && (await withSafeTitles(session.facts, safe)) };
}

async function withSafeTitles(facts: FactsHead, safe: Rewrite): Promise<FactsHead> {
  const titles = Object.entries(facts.titles).map(
    async ([source, title]) => [source, await safe(title ?? '')] as const,
  );
  return { ...facts, titles: Object.fromEntries(await Promise.all(titles)) };
}

async function withSafeOutcomes(materials: DraftMaterials = new Map(), safe: Rewrite): Promise<DraftMaterials> {
  const entries = [...materials].map(async ([id, { facts, repository }]) => {
    const outcome = facts?.outcome && { ...facts.outcome, text: await safe(facts.outcome.text) };
    return [id, { facts: facts && { ...facts, outcome: outcome ?? null }, repository }] as const;
  });
  return new Map(await Promise.all(entries));
}

async function safeNarrative(narrative: Narrative | null, safe: Rewrite): Promise<Narrative | null> {
  return narrative && { title: await safe(narrative.title), text: await safe(narrative.text) };
}
