import { dirname } from 'node:path';
import type { Io } from '#src/cli/terminal/io.ts';
import { printResult, say } from '#src/cli/terminal/print.ts';
import type { Placed, PostInBlog } from '#src/node/posts/export/post-in-blog.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import type { TargetName } from '#src/posts/export/post.ts';
import { TARGETS } from '#src/posts/export/targets.ts';
import { counted } from '#src/text/day.ts';

/** Prints the path of an exported post, and says what was written and what comes next. */
export function sayExported(
  io: Io,
  { blog, file, files, plan }: PostInBlog,
  { outcome, deleted, fault }: Placed,
  { slug, settings }: Draft,
  target: TargetName,
): void {
  printResult(io, file);
  const { label } = TARGETS[target];
  const removed = deleted.length === 0 ? '' : ` Deleted ${counted(deleted.length, 'figure file')} it no longer uses.`;
  if (outcome === 'unchanged') say(io, 'The post is up to date. No file was changed.');
  else if (outcome === 'updated') say(io, `Updated ${slug} for ${label}.${removed}`);
  else say(io, `Exported ${slug} for ${label}, marked as a draft.`);
  if (fault !== null) say(io, `The export could not be recorded in draft.yml: ${fault}`);
  if (outcome === 'unchanged') return;
  const [first, ...others] = files;
  if (first && others.length > 0)
    say(io, `Figures, light and dark, as PNG and SVG: ${dirname(`${blog}/${first.path}`)}`);
  for (const remark of plan.remarks) say(io, remark);
  say(io, 'Read it before you publish it: the scan for secrets and names can miss some.');
  if (settings.published === null) say(io, `After publishing, run: chronicle draft published ${slug} <address>`);
}
