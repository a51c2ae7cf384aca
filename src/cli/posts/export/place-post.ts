import { say } from '#src/cli/output.ts';
import {
  type PlannedPost,
  type Planning,
  planBeside,
  planPost,
  writePost,
} from '#src/node/posts/export/export-post.ts';
import { shownDifference } from '#src/node/posts/export/shown-difference.ts';

interface Placing {
  planning: Planning;
  /** Whether a post that differs from the one in its place gets another name. */
  isAsNew: boolean;
  /** Whether a person can be asked. */
  isTerminal: boolean;
}

/** Where the post is now, and whether it was there before; null if another one stands in its place. */
export type Placed = { plan: PlannedPost; isNew: boolean } | null;

/**
 * Writes a post into a blog. One that is there already is left as it is; if it differs, the difference is shown and
 * the post gets another name, or is not written. Nothing is ever replaced.
 */
export async function placePost({ planning, isAsNew, isTerminal }: Placing): Promise<Placed> {
  const plan = await planPost(planning);
  const differing = plan.files.filter(({ standing }) => standing === 'differs');
  if (differing.length === 0) return placed(plan, planning);
  if (!isAsNew) {
    say(`These are there already, and differ from what would be written:`);
    for (const { file } of differing) say(`  ${planning.blog}/${file.path}`);
    const difference = await shownDifference(plan, { ...planning, isPrivate: isTerminal });
    if (difference !== '') say(difference);
  }
  if (isAsNew || (isTerminal && (await isWanted()))) return placed(await planBeside(planning), planning);
  say('Nothing was written, and nothing is ever replaced. --as-new writes it under another name beside that one.');
  return null;
}

function placed(plan: PlannedPost, { blog }: Planning): Placed {
  const isNew = plan.files.some(({ standing }) => standing === 'absent');
  if (isNew) writePost(plan, blog);
  return { plan, isNew };
}

async function isWanted(): Promise<boolean> {
  const { confirm } = await import('@clack/prompts');
  return (await confirm({ message: 'Write it under another name beside that one?', initialValue: false })) === true;
}
