import { diffText, say } from '#src/cli/terminal/print.ts';
import type { Io } from '#src/cli/terminal/io.ts';
import { dim, line, red } from '#src/cli/terminal/text.ts';
import { type PostInBlog, editedText, firstFree, isFree } from '#src/posts/export/post-in-blog.ts';
import { unifiedDiff } from '#src/lib/unified-diff.ts';
import { displayText } from '#src/posts/export/final-scan.ts';
import { type Planning, renamedPlans } from '#src/posts/export/plan-post.ts';

interface Choosing {
  /** Whether the post gets a new name if another one has its name. */
  isAsNew: boolean;
  /** Whether a person can be asked. */
  isTerminal: boolean;
}

/**
 * The post where it will be written: in place if nothing there was edited, else where a person says after seeing the
 * difference. Null if it is not written; the reason was said.
 */
export async function choosePlace(
  io: Io,
  post: PostInBlog,
  planning: Planning,
  { isAsNew, isTerminal }: Choosing,
): Promise<PostInBlog | null> {
  if (isFree(post)) return post;
  const underNewName = () => {
    const { exports } = planning.prepared.resolved.draft.settings;
    return firstFree(renamedPlans(planning, post.blog), post.blog, exports);
  };
  if (isAsNew) return underNewName();
  const taken = post.files.filter(({ state }) => state === 'differs' || state === 'blocked');
  say(io, 'These files were edited after the last export, or were not written by chronicle:');
  for (const { path } of taken) say(io, line`  ${dim(`${post.blog}/${path}`)}`);
  const difference = await differenceOf(post, planning, isTerminal);
  if (difference !== '') say(io, diffText(difference));
  const answer = isTerminal ? await askWhere(io, post) : undefined;
  if (answer === 'replace') return post;
  if (answer === 'rename') return underNewName();
  say(io, isTerminal ? red('Nothing was exported.') : line`${red('Nothing was exported.')} ${waysOut(post)}`);
  return null;
}

type Answer = 'replace' | 'rename' | 'cancel';

function askWhere(io: Io, { files }: PostInBlog): Promise<Answer | undefined> {
  const canReplace = files.every(({ state }) => state !== 'blocked');
  return io.ask.choose<Answer>('What should happen to them?', [
    { value: 'cancel', label: 'Leave them as they are and stop' },
    { value: 'rename', label: 'Keep them and write the post under a new name' },
    ...(canReplace ? [{ value: 'replace' as const, label: 'Replace them; the edits are lost' }] : []),
  ]);
}

function waysOut({ files }: PostInBlog): string {
  const isOne = files.filter(({ state }) => state !== 'same').length === 1;
  return `Add --as-new to write the post under a new name, or delete ${isOne ? 'the file' : 'the files'} and export again.`;
}

/** The unified diff from the edited post to the new one; empty if the post itself was not edited. */
async function differenceOf(
  post: PostInBlog,
  { prepared, scanContext }: Planning,
  isPrivate: boolean,
): Promise<string> {
  const edited = editedText(post);
  if (edited === null) return '';
  const { path, text } = post.plan;
  const displayed = (each: string) => displayText(each, prepared, scanContext, isPrivate);
  return unifiedDiff(path, await displayed(edited), await displayed(text));
}
