import { dirname } from 'node:path';
import { formatProblems } from '../own-archive.ts';
import type { Io } from '../terminal/io.ts';
import { diffText, printResult, say } from '../terminal/print.ts';
import { dim, green, line, red, yellow } from '../terminal/text.ts';
import { counted } from '#src/lib/text/day.ts';
import { type BlogDirectory, createBlogDirectory, requireOutside } from '#src/posts/blog.ts';
import type { Draft } from '#src/posts/draft.ts';
import { saveDecisions } from '#src/posts/draft-files.ts';
import { compareWithBlog, type Placed, planPost, type PostInBlog, placePost, postDiff } from '#src/posts/export.ts';
import type { TargetName, TargetOptions } from '#src/posts/post.ts';
import { type PreparedDraft, prepareDraft, printableProblems } from '#src/posts/posts.ts';
import { TARGETS } from '#src/posts/targets.ts';
import { decideAll } from '#src/redaction/decisions.ts';
import type { Decision, Finding } from '#src/redaction/finding.ts';
import type { OwnDrafts } from './own-drafts.ts';

export interface Exporting extends OwnDrafts {
  target: TargetName;
  options: TargetOptions;
  blog: BlogDirectory;
  /** Whether to print the post and write nothing. */
  isDryRun: boolean;
  /** Whether to replace every undecided secret. */
  redact: boolean;
  /** Whether to publish what may be private as it is. */
  yes: boolean;
  /** Whether a person can be asked. */
  isTerminal: boolean;
}

/**
 * Exports a draft and returns the exit code. Stages: prepare the draft and check its findings, plan the post, compare the
 * plan with the blog, write it, report. The path of the post goes to stdout, everything else to stderr.
 */
export async function exportDraft(io: Io, draft: Draft, exporting: Exporting): Promise<0 | 1 | 2> {
  const prepared = await readyDraft(io, draft, exporting);
  if (typeof prepared === 'number') return prepared;
  const { scanContext, target, options, isDryRun, isTerminal } = exporting;
  const plan = await planPost(prepared, scanContext, target, options);
  if (isDryRun) {
    printResult(io, plan.text.trimEnd());
    return 0;
  }
  const { path: blog, isMissing } = exporting.blog;
  if (isMissing) createBlogDirectory(blog);
  // A directory of the settings, or a link in the blog, may lead there.
  for (const { path } of plan.files) requireOutside(`${blog}/${path}`, exporting.paths.config);
  const post = await compareWithBlog(plan, blog, prepared.draft);
  if (!(await mayReplace(io, post, isTerminal, () => postDiff(post, prepared, scanContext, isTerminal)))) return 1;
  const placed = placePost(post, prepared, target, exporting.env.now());
  sayExported(io, post, placed, prepared.draft, exporting.target);
  if (placed.ended !== 'unchanged') sayNext(io, plan.remarks, prepared.draft);
  return 0;
}

/** The draft ready to export; the exit code if a problem or an open finding prevents that. Says why. */
async function readyDraft(io: Io, draft: Draft, exporting: Exporting): Promise<PreparedDraft | 1 | 2> {
  const { archive, scanContext, redact } = exporting;
  let prepared = await prepareDraft(draft, archive, scanContext);
  const { problems } = prepared;
  if (problems.length > 0) {
    say(io, formatProblems(await printableProblems(problems, scanContext)));
    say(io, line`${red('Nothing was exported:')} ${counted(problems.length, 'problem')} in the draft.`);
    return 2;
  }
  if (redact && prepared.open.must > 0) {
    const decided = decideOpen(io, prepared, 'must', 'replace', exporting);
    prepared = await prepareDraft(decided, archive, scanContext);
  }
  const refusal = await refusedFindings(io, prepared, exporting);
  return refusal ?? prepared;
}

/**
 * The exit code if findings prevent the export, else null: never while a secret or home path is undecided, and with other undecided
 * findings only if a person agrees. Lists them.
 */
async function refusedFindings(io: Io, prepared: PreparedDraft, exporting: Exporting): Promise<1 | 2 | null> {
  const { draft, findings, open } = prepared;
  const { yes, isTerminal, isDryRun } = exporting;
  const undecided = findings.filter(({ decision }) => decision === null);
  const how = draft.path === '' ? 'export the draft without --dry-run' : 'run chronicle review';
  const refuse = (or: string) => say(io, `Nothing was exported. To review them one by one, ${how}, or add ${or}.`);
  if (open.must > 0) {
    say(io, `${counted(open.must, 'finding')} must be decided before the export:`);
    for (const finding of undecided) if (finding.class === 'must') say(io, findingLine(finding));
    refuse('--redact to replace all of them');
    return 2;
  }
  if (open.review === 0) return null;
  const left = `left in the post as ${undecided.length === 1 ? 'it is' : 'they are'} (--yes)`;
  say(io, `${counted(undecided.length, 'finding')} to review, ${yes ? left : 'possibly private'}:`);
  for (const finding of undecided) say(io, findingLine(finding, isTerminal && !yes));
  if (yes || (isTerminal && isDryRun)) return null;
  if (!isTerminal || !(await io.ask.confirm('Export with these as they are?', false))) {
    refuse('--yes to publish them as they are');
    return 1;
  }
  // Keeping a finding does not change the post.
  decideOpen(io, prepared, 'review', 'keep', exporting);
  return null;
}

/** Enough for an author to know where to look. */
const MOST_PLACES = 4;

/**
 * `GitHub token: title; event, line 12 (it begins with "ghp_")`, without the value; with `isPrivate`, only for the owner's terminal
 * and findings to review, with it.
 */
function findingLine({ kind, why, value, places }: Finding, isPrivate = false): string {
  const all = [...new Set(places.map(({ place }) => place))];
  const more = all.length > MOST_PLACES ? `; and ${all.length - MOST_PLACES} more` : '';
  const shown = isPrivate ? ` ${JSON.stringify(value)}` : '';
  return `  ${kind}${shown}: ${all.slice(0, MOST_PLACES).join('; ')}${more} (it ${why})`;
}

/** Decides every open finding of a class, and saves the decisions with the draft except in a dry run. */
function decideOpen(
  io: Io,
  { draft, findings }: PreparedDraft,
  severity: Finding['class'],
  decision: Decision,
  { isDryRun }: Exporting,
): Draft {
  const open = findings.filter((finding) => finding.class === severity && finding.decision === null);
  const decisions = decideAll(draft.decisions, open, decision);
  const kinds = [...Map.groupBy(open, ({ kind }) => kind)].map(([kind, { length }]) =>
    length === 1 ? kind : `${kind} (${length})`,
  );
  say(io, `${decision === 'keep' ? 'Will stay in the post' : 'Will be replaced in the post'}: ${kinds.join(', ')}.`);
  return isDryRun ? { ...draft, decisions } : saveDecisions(draft, decisions);
}

/** Whether a post may be written: if nothing there was edited, or a person says so after seeing the difference. Says why not. */
async function mayReplace(
  io: Io,
  { blog, files }: PostInBlog,
  isTerminal: boolean,
  difference: () => Promise<string>,
): Promise<boolean> {
  const taken = files.filter(({ state }) => state === 'differs' || state === 'blocked');
  if (taken.length === 0) return true;
  say(io, 'These files were edited after the last export, or were not written by chronicle:');
  for (const { path } of taken) say(io, line`  ${dim(`${blog}/${path}`)}`);
  const diff = await difference();
  if (diff !== '') say(io, diffText(diff));
  const canReplace = isTerminal && taken.every(({ state }) => state === 'differs');
  if (canReplace && (await io.ask.confirm('Replace them? The edits are lost.', false))) return true;
  const ways = `Move or delete ${taken.length === 1 ? 'the file' : 'the files'}, or rename the draft, and export again.`;
  say(io, line`${red('Nothing was exported.')} ${ways}`);
  return false;
}

/** Prints the path of an exported post, and says what was written. */
function sayExported(
  io: Io,
  { blog, file, files }: PostInBlog,
  { ended, fault }: Placed,
  { slug }: Draft,
  target: TargetName,
): void {
  printResult(io, file);
  const { label } = TARGETS[target];
  if (ended === 'unchanged') say(io, 'The post is up to date. No file was changed.');
  else if (ended === 'updated') say(io, line`${green('Updated')} ${slug} for ${label}.`);
  else say(io, line`${green('Exported')} ${slug} for ${label}, marked as a draft.`);
  if (fault !== null) say(io, line`${red('The export could not be recorded:')} ${fault}`);
  const [first, ...others] = files;
  if (ended !== 'unchanged' && first && others.length > 0)
    say(io, line`Its figures are in ${dim(dirname(`${blog}/${first.path}`))}`);
}

function sayNext(io: Io, remarks: readonly string[], { path, settings }: Draft): void {
  for (const remark of remarks) say(io, remark);
  say(io, yellow('Read it before you publish it: the scan for secrets and names can miss some.'));
  if (settings.published === '')
    say(io, line`When it is published, add its address to ${dim(path)} as "published: https://…".`);
}
