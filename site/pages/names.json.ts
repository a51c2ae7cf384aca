/** What the palette finds by its name. `site/model/names.ts` has the format. */
import { render } from 'astro:content';
import { guidePages } from '#site/components/guide/guide-pages.ts';
import {
  allSessions,
  drafts,
  fileParts,
  isServed,
  memoryPages,
  type PreparedDraft,
  listsOf,
  today,
} from '#site/data.ts';
import { type NamedPage, namesFile } from '#site/model/names.ts';
import { sessionFacets } from '#src/archive/session-facets.ts';
import { hasMonthPages, monthsOf } from '#src/archive/session-index.ts';
import type { Session } from '#src/format/session.ts';
import { stateOfMemory } from '#src/memory/memory-results.ts';
import { DRAFT_STATES, stateOf } from '#src/posts/draft-state.ts';
import { storyAddress } from '#src/posts/narratives.ts';
import { counted, monthName } from '#src/lib/text/day.ts';

export async function GET(): Promise<Response> {
  const sessions = await allSessions();
  const { projects } = sessionFacets(sessions);
  const filePages = await Promise.all(
    projects.map(async ({ project: { slug } }) => [slug, await fileParts(slug)] as const),
  );
  const pages = [await memoryNames(sessions), await draftNames(), await pageNames(sessions), await guideNames()].flat();
  const given = { today: await today(), sessions, projects, filePages: new Map(filePages), pages };
  return Response.json(namesFile(given, { listsOf }));
}

/** Memories, also found by the tickets in whose sessions they were changed. */
async function memoryNames(sessions: readonly Session[]): Promise<NamedPage[]> {
  const tasks = new Map(sessions.map(({ id, chronicle }) => [id, chronicle.frontMatter.task]));
  return (await memoryPages()).entries.flatMap(({ result, title, address }): NamedPage[] => {
    const { history, exists } = result;
    if (address === null || !exists) return [];
    const more = [title, ...history.changes.map(({ session_id: id }) => tasks.get(id ?? '') ?? '')];
    const remark = [stateOfMemory(result), title].filter((part) => part !== '').join(' · ');
    return [
      {
        kind: 'memory',
        name: history.file,
        remark,
        more: [...new Set(more)].join(' '),
        project: history.project.slug,
        address,
      },
    ];
  });
}

/** Drafts have pages in dev only; in a build they are named by their file, because their titles may have findings. */
async function draftNames(): Promise<NamedPage[]> {
  return (await drafts()).map(({ draft, sources, post }: PreparedDraft): NamedPage => {
    const own = { kind: 'draft', remark: DRAFT_STATES[stateOf(draft)] } as const;
    if (isServed()) return { ...own, name: post.title, address: `/drafts/${encodeURIComponent(draft.slug)}/` };
    const [source] = sources;
    return { ...own, name: draft.slug, address: source ? storyAddress(source) : '/narratives/' };
  });
}

/** Months. */
async function pageNames(sessions: readonly Session[]): Promise<NamedPage[]> {
  const page = (name: string, remark: string, address: string): NamedPage => ({ kind: 'page', name, remark, address });
  return [
    ...monthsOf(sessions).map(({ month, sessions: own, empty }) => {
      const address = hasMonthPages(sessions) ? `/sessions/${month}/` : `/sessions/?from=${month}-01&to=${month}-31`;
      return page(`${monthName(month)} ${month.slice(0, 4)}`, counted(own.length + empty.length, 'session'), address);
    }),
  ];
}

/** The pages of the guide, each with its sections. */
async function guideNames(): Promise<NamedPage[]> {
  const pages = await guidePages();
  const named = pages.map(async (page): Promise<NamedPage[]> => {
    const { id, data } = page;
    const { headings } = await render(page);
    const sections = headings.filter(({ depth }) => depth === 2);
    return [
      { kind: 'page', name: data.title, remark: data.lead, more: `guide ${data.lead}`, address: `/guide/${id}/` },
      ...sections.map(({ text, slug }): NamedPage => {
        return {
          kind: 'page',
          name: text,
          remark: `Guide, ${data.title}`,
          more: 'guide',
          address: `/guide/${id}/#${slug}`,
        };
      }),
    ];
  });
  return (await Promise.all(named)).flat();
}
