import { dirname } from 'node:path';
import { formatProblems } from '#src/cli/archive/format-problems.ts';
import type { Io } from '#src/cli/terminal/io.ts';
import { printResult, say } from '#src/cli/terminal/print.ts';
import { saveDecisions } from '#src/node/posts/drafts/decisions-file.ts';
import {
  compareWithBlog,
  firstFitting,
  otherText,
  type Placed,
  type PostInBlog,
  placePost,
} from '#src/node/posts/export/post-in-blog.ts';
import { decideAll } from '#src/node/redaction/decide.ts';
import { unifiedDiff } from '#src/node/unified-diff.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import { checkFindings } from '#src/posts/export/check-findings.ts';
import type { DraftArchive } from '#src/posts/export/draft-lookup.ts';
import { displayText } from '#src/posts/export/final-scan.ts';
import { exportRecord, type Planning, planPost, plansBeside } from '#src/posts/export/plan-post.ts';
import type { TargetName, TargetOptions } from '#src/posts/export/post.ts';
import {
  type PreparedDraft,
  prepareDraft,
  printableProblems,
  type ScanContext,
} from '#src/posts/export/prepare-draft.ts';
import { TARGETS } from '#src/posts/export/targets.ts';
import type { Decision, Finding } from '#src/redaction/finding.ts';
import { counted } from '#src/text/day.ts';

export interface Exporting {
  archive: DraftArchive;
  scanContext: ScanContext;
  target: TargetName;
  options: TargetOptions;
  /** The real path of the blog's directory. */
  blog: string;
  /** Whether the post is printed and nothing is written. */
  isTrial: boolean;
  isAsNew: boolean;
  /** Whether every secret that is undecided is replaced. */
  redact: boolean;
  /** Whether what may be private is published as it is. */
  yes: boolean;
  /** Whether a person can be asked. */
  isTerminal: boolean;
  now: () => Date;
}

/**
 * Exports a draft and returns the exit code. Stages: prepare the draft and check its findings, plan the post, compare the
 * plan with the blog, place it, print. The path of the post goes to stdout, everything else is said.
 */
export async function exportDraft(io: Io, draft: Draft, exporting: Exporting): Promise<0 | 1 | 2> {
  const prepared = await readyDraft(io, draft, exporting);
  if (typeof prepared === 'number') return prepared;
  const planning: Planning = { ...exporting, prepared };
  const post = await compareWithBlog(await planPost(planning), exporting.blog);
  if (exporting.isTrial) {
    printResult(io, post.plan.text.trimEnd());
    return 0;
  }
  const fitting = await fittingPost(io, post, planning, exporting);
  if (fitting === null) return 1;
  const exported = prepared.resolved.draft;
  const placed = placePost(fitting, exported, exportRecord(planning, fitting.file, exporting.now()));
  conclude(io, fitting, placed, exported, planning);
  return 0;
}

/** The draft as it is exported; the exit code where a problem or an open finding refuses that. Says why. */
async function readyDraft(io: Io, draft: Draft, exporting: Exporting): Promise<PreparedDraft | 1 | 2> {
  const { archive, scanContext, redact } = exporting;
  let prepared = await prepareDraft(draft, archive, scanContext);
  const { problems } = prepared.resolved;
  if (problems.length > 0) {
    say(io, formatProblems(await printableProblems(problems, scanContext)));
    say(io, `Nothing was exported: ${counted(problems.length, 'problem')} in the draft.`);
    return 2;
  }
  if (redact && prepared.open.must > 0) {
    const decided = decideOpen(io, prepared, 'must', 'replace', exporting);
    prepared = await prepareDraft(decided, archive, scanContext);
  }
  const check = checkFindings(prepared, exporting);
  for (const line of check.lines) say(io, line);
  if (check.next === 'refuse') return check.code;
  if (check.next === 'ask') {
    if (!(await io.ask.confirm('Export with these as they are?', false))) {
      say(io, check.refusal);
      return 1;
    }
    // What a person keeps changes nothing in the post.
    decideOpen(io, prepared, 'review', 'keep', exporting);
  }
  return prepared;
}

/** Decides every open finding of a class, and saves the decisions beside the draft unless nothing may be written. */
function decideOpen(
  io: Io,
  { resolved: { draft }, findings }: PreparedDraft,
  severity: Finding['class'],
  decision: Decision,
  { isTrial }: Exporting,
): Draft {
  const open = findings.filter((finding) => finding.class === severity && finding.decision === null);
  const decisions = decideAll(draft.decisions, open, decision);
  say(io, `${decision === 'keep' ? 'Kept' : 'Replaced'}: ${kindsOf(open)}.`);
  return isTrial ? { ...draft, decisions } : saveDecisions(draft, decisions);
}

/** `GitHub token, home path (2)` */
function kindsOf(findings: readonly Finding[]): string {
  const kinds = Map.groupBy(findings, ({ kind }) => kind);
  return [...kinds].map(([kind, { length }]) => (length === 1 ? kind : `${kind} (${length})`)).join(', ');
}

/**
 * The post where it can be placed: as it is if nothing else is in its place, else under another name if somebody asks for
 * that. Null if not; then the difference was shown. Nothing is ever replaced.
 */
async function fittingPost(
  io: Io,
  post: PostInBlog,
  planning: Planning,
  exporting: Exporting,
): Promise<PostInBlog | null> {
  const { blog, isAsNew, isTerminal } = exporting;
  const differing = post.files.filter(({ state }) => state === 'differs');
  if (differing.length === 0) return post;
  if (!isAsNew) {
    say(io, `These are there already, and differ from what would be written:`);
    for (const { path } of differing) say(io, `  ${blog}/${path}`);
    const difference = await differenceOf(post, planning, isTerminal);
    if (difference !== '') say(io, difference);
  }
  if (isAsNew || (isTerminal && (await io.ask.confirm('Write it under another name beside that one?', false))))
    return firstFitting(plansBeside(planning, blog), blog);
  say(io, 'Nothing was written, and nothing is ever replaced. --as-new writes it under another name beside that one.');
  return null;
}

/** How the post differs from the file in its place, as `diff -u` says it; empty if nothing of it may be displayed. */
async function differenceOf(
  post: PostInBlog,
  { prepared, scanContext }: Planning,
  isPrivate: boolean,
): Promise<string> {
  const other = otherText(post);
  if (other === null) return '';
  const { path, text } = post.plan;
  const displayed = (each: string) => displayText(each, prepared, scanContext, isPrivate);
  return unifiedDiff(path, await displayed(other), await displayed(text));
}

function conclude(
  io: Io,
  { blog, file, files, plan }: PostInBlog,
  { isNew, fault }: Placed,
  draft: Draft,
  { target }: Planning,
): void {
  const { slug, settings } = draft;
  printResult(io, file);
  if (fault !== null) say(io, `The post is written, but the draft does not know of it: ${fault}`);
  if (!isNew) {
    say(io, 'The same post is there already. Nothing was written.');
    return;
  }
  say(io, `Exported ${slug} for ${TARGETS[target].label}.`);
  const [first, ...others] = files;
  if (first && others.length > 0)
    say(io, `Its figures, light and dark, as PNG and SVG: ${dirname(`${blog}/${first.path}`)}`);
  for (const remark of plan.remarks) say(io, remark);
  say(
    io,
    'It is marked as a draft. Read it before you publish it: the scan for secrets and names is an aid and misses some.',
  );
  if (settings.published === null) say(io, `Once it is published: chronicle draft published ${slug} <address>`);
}
