import { drafts, leaksIn } from '#site/data.ts';
import type { TargetName } from '#src/posts/export/post.ts';
import { renderPost, TARGETS } from '#src/posts/export/targets.ts';

/** A draft's post for one target. Refused while findings must be decided, or if the post contains a secret after all. */
export async function GET({ params }: { params: { slug?: string; target?: string } }): Promise<Response> {
  const { slug, target } = params;
  const prepared = (await drafts()).find(({ resolved }) => resolved.draft.slug === slug);
  if (!prepared || !isTarget(target)) return new Response('There is no such draft.\n', { status: 404 });
  if (prepared.open.must > 0)
    return refusal('This draft has findings that must be decided before it can be downloaded.');
  const post = renderPost(prepared.post, target);
  const leaks = await leaksIn(prepared, post);
  if (leaks.length > 0) {
    const listed = [...new Set(leaks.map(({ kind, place }) => `${kind} (${place})`))].join(', ');
    return refusal(
      `The post still contains something that must not be published: ${listed}. Remove it from the draft.`,
    );
  }
  const { text } = post;
  return new Response(text, { headers: { 'Content-Type': 'text/markdown; charset=utf-8' } });
}

function refusal(sentence: string): Response {
  return new Response(`${sentence}\n`, { status: 409 });
}

function isTarget(name: string | undefined): name is TargetName {
  return name !== undefined && Object.hasOwn(TARGETS, name);
}
