import { dirname } from 'node:path';
import type { Io } from '#src/cli/terminal/io.ts';
import { printResult, say } from '#src/cli/terminal/print.ts';
import { cyan, dim, green, line, red, yellow } from '#src/cli/terminal/text.ts';
import type { Placed, PostInBlog } from '#src/posts/export/post-in-blog.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import type { TargetName } from '#src/posts/export/post.ts';
import { TARGETS } from '#src/posts/export/targets.ts';
import { counted } from '#src/lib/text/day.ts';

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
  else if (outcome === 'updated') say(io, line`${green('Updated')} ${slug} for ${label}.${removed}`);
  else say(io, line`${green('Exported')} ${slug} for ${label}, marked as a draft.`);
  if (fault !== null) say(io, line`${red('The export could not be recorded in draft.yml:')} ${fault}`);
  if (outcome === 'unchanged') return;
  const [first, ...others] = files;
  if (first && others.length > 0)
    say(io, line`Figures, light and dark, as PNG and SVG: ${dim(dirname(`${blog}/${first.path}`))}`);
  for (const remark of plan.remarks) say(io, remark);
  say(io, yellow('Read it before you publish it: the scan for secrets and names can miss some.'));
  if (settings.published === null)
    say(io, line`After publishing, run ${cyan(`chronicle draft published ${slug} <address>`)}`);
}
