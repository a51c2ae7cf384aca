import type { TargetName } from '../../../../src/export/post.ts';
import { renderPost, TARGETS } from '../../../../src/export/targets.ts';
import { drafts } from '../../../data.ts';

/** A draft's post in the form of a target. Refused while something must be decided. */
export async function GET({ params }: { params: { slug?: string; target?: string } }): Promise<Response> {
  const { slug, target } = params;
  const prepared = (await drafts()).find(({ resolved }) => resolved.draft.slug === slug);
  if (!prepared || !isTarget(target)) return new Response('There is no such draft.\n', { status: 404 });
  if (prepared.open.must > 0)
    return new Response('Findings of this draft must be decided first. Nothing is given out before.\n', {
      status: 409,
    });
  const { text } = renderPost(prepared.post, target);
  return new Response(text, { headers: { 'Content-Type': 'text/markdown; charset=utf-8' } });
}

function isTarget(name: string | undefined): name is TargetName {
  return name !== undefined && Object.hasOwn(TARGETS, name);
}
