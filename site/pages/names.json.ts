/** What the palette finds by its name. `site/model/names.ts` has the format. */
import { render } from 'astro:content';
import { guidePages } from '#site/components/guide/guide-pages.ts';
import { allSessions, drafts, isServed, memoryPages, listsOf, today } from '#site/data.ts';
import { type Name, namesFile } from '#site/model/names.ts';
import type { Session } from '#src/format/session.ts';
import { stateOfMemory } from '#src/memory/memory-results.ts';
import { DRAFT_STATES, stateOf } from '#src/posts/draft-state.ts';
import { storyAddress } from '#src/posts/narratives.ts';

export async function GET(): Promise<Response> {
  const sessions = await allSessions();
  const others = [await memoryNames(sessions), await draftNames(), await guideNames()].flat();
  const given = { today: await today(), sessions, others };
  return Response.json(namesFile(given, { listsOf }));
}

/** Memories, also found by the tickets in whose sessions they were changed. */
async function memoryNames(sessions: readonly Session[]): Promise<Name[]> {
  const tasks = new Map(sessions.map(({ id, chronicle }) => [id, chronicle.frontMatter.task]));
  return (await memoryPages()).entries.flatMap(({ result, title, address }): Name[] => {
    const { history, exists } = result;
    if (address === null || !exists) return [];
    const own = new Set(history.changes.map(({ session_id: id }) => tasks.get(id ?? '') ?? ''));
    const remark = [stateOfMemory(result), title].filter((part) => part !== '').join(' · ');
    const more = [title, ...own].join(' ');
    return [{ kind: 'memory', name: history.file, remark, more, project: history.project.name, address }];
  });
}

/** Drafts have pages in dev only; in a build they are named by their file, because their titles may have findings. */
async function draftNames(): Promise<Name[]> {
  return (await drafts()).map(({ draft, sources: [source], post }) => {
    const own = { kind: 'draft', remark: DRAFT_STATES[stateOf(draft)] } as const;
    if (isServed()) return { ...own, name: post.title, address: `/drafts/${encodeURIComponent(draft.slug)}/` };
    return { ...own, name: draft.slug, address: source ? storyAddress(source) : '/narratives/' };
  });
}

/** The pages of the guide, each with its sections. */
async function guideNames(): Promise<Name[]> {
  const named = (await guidePages()).map(async (page): Promise<Name[]> => {
    const { title, lead } = page.data;
    const own = { kind: 'page', more: 'guide' } as const;
    const sections = (await render(page)).headings.filter(({ depth }) => depth === 2);
    return [
      { ...own, name: title, remark: lead, address: `/guide/${page.id}/` },
      ...sections.map(({ text, slug }) => {
        return { ...own, name: text, remark: `Guide, ${title}`, address: `/guide/${page.id}/#${slug}` };
      }),
    ];
  });
  return (await Promise.all(named)).flat();
}
