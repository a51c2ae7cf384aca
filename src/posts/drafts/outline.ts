/**
 * A draft of a session without a narrative is an outline: what was recorded, with comments that ask for the rest. If the
 * narrative is written later, an outline that nobody edited is made anew from it, and an edited one stays as it is.
 */
import type { Session } from '#src/format/session.ts';
import type { Draft } from './draft.ts';
import { draftDigest, sourceDigest } from './source-digest.ts';

/** Whether comments in the text still ask for what no record says. */
export function isOutline({ body }: Pick<Draft, 'body'>): boolean {
  return body.includes('{/* TODO: ');
}

/** Whether the draft is as it was made. False if that is unknown. */
export function isUntouched(draft: Pick<Draft, 'body' | 'settings'>): boolean {
  return draft.settings.made === draftDigest(draft);
}

/** The sources whose narrative was written after the outline; none if the draft is no outline. */
export function untoldNarratives(draft: Draft, sessions: readonly Session[]): Session[] {
  if (!isOutline(draft)) return [];
  return draft.settings.sources.flatMap(({ session: id, digest }) => {
    const session = sessions.find((each) => each.id === id);
    const isLater = session?.chronicle.summary.narrative && sourceDigest([session]) !== digest;
    return session && isLater ? [session] : [];
  });
}

/** What the owner should know of a narrative that the draft does not have, and how to take it over; empty if there is none. */
export function narrativeAdvice(draft: Draft, sessions: readonly Session[]): string {
  const [first] = untoldNarratives(draft, sessions);
  if (!first) return '';
  const { slug, settings } = draft;
  if (isUntouched(draft))
    return `The session has a narrative now: \`chronicle export ${slug}\` makes the draft from it.`;
  const ids = settings.sources.map(({ session }) => session.slice(0, SHORT_ID)).join(' ');
  return `The session has a narrative now, but the draft is still the outline, with your changes. To start from the narrative, run \`chronicle draft new ${ids} --slug ${slug.slice(0, LONGEST_SLUG)}-told\` and export that draft.`;
}

const SHORT_ID = 8;
const LONGEST_SLUG = 70;
