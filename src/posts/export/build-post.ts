/**
 * An export has stages: a draft is resolved in the archive (`resolve-draft`), scanned and turned into a post
 * (`prepare-draft`), checked for open findings (`check-findings`), and planned as files for a target (`plan-post`).
 *
 * This module builds the post. Every published text passes through `editsOf` before it is drawn or escaped. So a first
 * run that edits nothing collects the texts to scan, and a second run applies the decisions.
 *
 *     <Event id="3f6c0a1e-…#e-3fa9c1" />   ->   > **Memory miss.** Pushed to main, past feedback_no_direct_push.md
 */

import { slugOf } from '#src/lib/slug.ts';
import { applyEdits } from '#src/redaction/edits.ts';
import type { Fragment } from '#src/redaction/finding.ts';
import { cutAtWord } from '#src/lib/text/clip.ts';
import type { Post } from './post.ts';
import { plainLine, tagWord } from './post-line.ts';
import { type PostInput, publishedBody } from './published-body.ts';
import type { ResolvedDraft } from './resolve-draft.ts';

/** Search engines and feeds cut longer descriptions. */
export const LONGEST_DESCRIPTION = 155;

/** Builds the post of a draft. It asks for edits of the same texts each time, except for omitted events. */
export function buildPost(resolved: ResolvedDraft, input: PostInput): Post {
  const edited = (text: string, place: string) => editedLine(text, { place }, input);
  const title = edited(resolved.title, 'title');
  const { seriesName, part } = resolved;
  return {
    slug: postSlug(resolved, title, input),
    title: title || 'Untitled',
    description: cutAtWord(edited(resolved.description, 'description'), LONGEST_DESCRIPTION),
    date: input.date,
    tags: [...new Set(resolved.tags.map((tag) => publicTag(edited(tag, 'tags'))).filter((tag) => tag !== ''))],
    series: seriesName === null || part === null ? null : { name: edited(seriesName, 'name of the series'), part },
    canonical: resolved.draft.settings.published?.url ?? null,
    ...publishedBody(resolved, input),
  };
}

/** A slug is made from a title, so a redacted title makes a new one: the old slug may contain half of a finding. */
function postSlug({ draft, title }: ResolvedDraft, edited: string, input: PostInput): string {
  const slug = editedLine(draft.slug, { place: 'file name', isSlug: true }, input);
  return slugOf(edited === plainLine(title) ? slug : edited, 'post').replace(/-{2,}/g, '-');
}

/** The line as it is published, without invisible characters. That form is also what is scanned. */
function editedLine(text: string, said: Pick<Fragment, 'place' | 'isSlug'>, { editsOf }: PostInput): string {
  const line = plainLine(text);
  return plainLine(applyEdits(line, editsOf({ text: line, event: null, ...said })));
}

/** A tag for the blog. A placeholder is no tag. */
function publicTag(edited: string): string {
  return tagWord(edited.replace(/\[[^\]]*\]/g, ' '));
}
