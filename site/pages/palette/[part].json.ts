/**
 * The index of names as files: `/palette/names.json` is the head, `/palette/2026-q4.json` the part of a period, and
 * `/palette/ids-2026-q4.json` has its ids. `/palette/sums-2026-q4.json` has the names that the search page shows.
 */
import { render } from 'astro:content';
import { guidePages } from '#site/components/guide/guide-pages.ts';
import {
  allSessions,
  drafts,
  fileParts,
  isServed,
  memoryBook,
  outlines,
  type PreparedDraft,
  sessionLists,
  today,
  unreadSessions,
} from '#site/data.ts';
import { conceptsOf } from '#src/archive/concepts.ts';
import { monthsOf } from '#src/archive/day-index.ts';
import { sessionFacets } from '#src/archive/session-facets.ts';
import { hasMonthPages } from '#src/archive/session-index.ts';
import { byPeriod } from '#src/archive/session-periods.ts';
import type { Session } from '#src/chronicle/session.ts';
import { guideWords } from '#src/palette/guide-words.ts';
import { namesName, packNames } from '#src/palette/name-part.ts';
import { type HeadDraft, type HeadPage, type PaletteHead, paletteHead } from '#src/palette/palette-head.ts';
import { idsName, packIds } from '#src/palette/palette-ids.ts';
import { type PalettePart, packPart } from '#src/palette/palette-part.ts';
import { NARRATIVE_STATES } from '#src/posts/narrative/narrative-queue.ts';
import { storyAddress } from '#src/posts/narrative/story-address.ts';
import { counted, monthName } from '#src/text/day.ts';
import { conceptAddress } from '#src/text/page-address.ts';
import { memoised } from '#src/value/memo.ts';

const HEAD = 'names';
/** The concepts in the index: the most frequent. */
const MOST_CONCEPTS = 1000;

const periods = memoised(byPeriod);
let packed: { sessions: readonly Session[]; part: PalettePart } | null = null;

export async function GET({ params }: { params: { part?: string } }): Promise<Response> {
  const sessions = await allSessions();
  if (params.part === HEAD) return Response.json(await head(sessions));
  for (const [period, own] of periods(sessions)) {
    if (params.part === period) return Response.json(partOf(own));
    if (params.part === idsName(period)) return Response.json(packIds(own));
    if (params.part === namesName(period)) return Response.json(packNames(partOf(own)));
  }
  return new Response('No such period.\n', { status: 404 });
}

/** The part of a period. The last one is kept: two files are made from it, one after the other. */
function partOf(sessions: readonly Session[]): PalettePart {
  if (packed?.sessions !== sessions) packed = { sessions, part: packPart(sessions, sessionLists) };
  return packed.part;
}

async function head(sessions: readonly Session[]): Promise<PaletteHead> {
  const { projects } = sessionFacets(sessions);
  const slugs = projects.map(({ project }) => project.slug);
  return paletteHead({
    ...{ today: await today(), sessions, projects },
    fileParts: new Map(await Promise.all(slugs.map(async (slug) => [slug, await fileParts(slug)] as const))),
    unread: await unreadSessions(),
    rules: (await memoryBook()).entries,
    drafts: (await drafts()).map(headDraft),
    pages: [
      ...(await outlines()).map(({ series }): HeadPage => {
        return [series.title, 'Series', `/series/${encodeURIComponent(series.slug)}/`, 0];
      }),
      ...(await guideNames()),
      ...Array.from(monthsOf(sessions), ([month, own]): HeadPage => {
        const name = `${monthName(month)} ${month.slice(0, 4)}`;
        const address = hasMonthPages(sessions) ? `/sessions/${month}/` : `/sessions/?from=${month}-01&to=${month}-31`;
        return [name, counted(own.length, 'session'), address, 0];
      }),
      ...conceptsOf(sessions)
        .slice(0, MOST_CONCEPTS)
        .map(({ name, entries }): HeadPage => {
          return [name, `Concept of ${counted(entries.length, 'observation')}`, conceptAddress(name), 1];
        }),
    ],
  });
}

/** The pages of the guide, each with its sections. */
async function guideNames(): Promise<HeadPage[]> {
  const pages = await Promise.all(
    (await guidePages()).map(async (page): Promise<HeadPage[]> => {
      const { id, data } = page;
      const { headings } = await render(page);
      const sections = headings.filter(({ depth }) => depth === 2);
      const [words = '', ...sectionWords] = guideWords(page.body ?? '');
      return [
        [data.title, data.lead, `/guide/${id}/`, 0, `guide ${data.lead} ${words}`],
        ...sections.map(({ text, slug }, i): HeadPage => {
          return [text, `Guide, ${data.title}`, `/guide/${id}/#${slug}`, 0, `guide ${sectionWords[i] ?? ''}`];
        }),
      ];
    }),
  );
  return pages.flat();
}

/** Drafts have pages in dev only; in a build they are named by their folder, because their titles may have findings. */
function headDraft({ resolved: { draft, sources }, post, state }: PreparedDraft): HeadDraft {
  const words = NARRATIVE_STATES[state];
  if (isServed()) return [post.title, words, `/drafts/${encodeURIComponent(draft.slug)}/`];
  const [source] = sources;
  return [draft.slug, words, source ? storyAddress(source) : '/narratives/'];
}
