import type { Session } from '#src/format/session.ts';
import type { LastOf } from '#src/cli/session-named.ts';
import { hasStory } from '#src/posts/narrative/readiness.ts';

/** What `last` is for commands that make posts: prompts alone are not enough for one. */
export const WITH_STORY: LastOf<Session> = {
  isEligible: ({ chronicle }) => hasStory(chronicle),
  lacks: 'no events, written summary or narrative to make a post of',
};
