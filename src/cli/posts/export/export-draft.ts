import { formatProblems } from '#src/cli/format-problems.ts';
import type { Io } from '#src/cli/terminal/io.ts';
import { printResult, say } from '#src/cli/terminal/print.ts';
import { line, red } from '#src/cli/terminal/text.ts';
import { saveDecisions } from '#src/posts/drafts/decisions-file.ts';
import { type BlogDirectory, createBlogDirectory, requireOutside } from '#src/posts/export/blog-directory.ts';
import { compareWithBlog, placePost } from '#src/posts/export/post-in-blog.ts';
import { decideAll } from '#src/redaction/decide.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import { checkFindings } from '#src/posts/export/check-findings.ts';
import type { DraftArchive } from '#src/posts/export/draft-lookup.ts';
import { exportRecord, type Planning, planPost } from '#src/posts/export/plan-post.ts';
import type { TargetName, TargetOptions } from '#src/posts/export/post.ts';
import {
  type PreparedDraft,
  prepareDraft,
  printableProblems,
  type ScanContext,
} from '#src/posts/export/prepare-draft.ts';
import type { Decision, Finding } from '#src/redaction/finding.ts';
import { counted } from '#src/lib/text/day.ts';
import { choosePlace } from './choose-place.ts';
import { sayExported } from './say-exported.ts';

export interface Exporting {
  archive: DraftArchive;
  scanContext: ScanContext;
  target: TargetName;
  options: TargetOptions;
  blog: BlogDirectory;
  /** Claude Code's directory, where no post is written. */
  config: string;
  /** Whether to print the post and write nothing. */
  isDryRun: boolean;
  isAsNew: boolean;
  /** Whether to replace every undecided secret. */
  redact: boolean;
  /** Whether to publish what may be private as it is. */
  yes: boolean;
  /** Whether a person can be asked. */
  isTerminal: boolean;
  now: () => Date;
}

/**
 * Exports a draft and returns the exit code. Stages: prepare the draft and check its findings, plan the post, compare the
 * plan with the blog, write it, report. The path of the post goes to stdout, everything else to stderr.
 */
export async function exportDraft(io: Io, draft: Draft, exporting: Exporting): Promise<0 | 1 | 2> {
  const prepared = await readyDraft(io, draft, exporting);
  if (typeof prepared === 'number') return prepared;
  const planning: Planning = { ...exporting, prepared };
  const plan = await planPost(planning);
  if (exporting.isDryRun) {
    printResult(io, plan.text.trimEnd());
    return 0;
  }
  const { path: blog, isMissing } = exporting.blog;
  if (isMissing) createBlogDirectory(blog);
  const exported = prepared.resolved.draft;
  // A directory of the settings, or a link in the blog, may lead there.
  for (const { path } of plan.files) requireOutside(`${blog}/${path}`, exporting.config);
  const post = await compareWithBlog(plan, blog, exported.settings.exports);
  const place = await choosePlace(io, post, planning, exporting);
  if (place === null) return 1;
  const placed = placePost(place, exported, exportRecord(planning, place.file, exporting.now()));
  sayExported(io, place, placed, exported, exporting.target);
  return 0;
}

/** The draft ready to export; the exit code if a problem or an open finding prevents that. Says why. */
async function readyDraft(io: Io, draft: Draft, exporting: Exporting): Promise<PreparedDraft | 1 | 2> {
  const { archive, scanContext, redact } = exporting;
  let prepared = await prepareDraft(draft, archive, scanContext);
  const { problems } = prepared.resolved;
  if (problems.length > 0) {
    say(io, formatProblems(await printableProblems(problems, scanContext)));
    say(io, line`${red('Nothing was exported:')} ${counted(problems.length, 'problem')} in the draft.`);
    return 2;
  }
  if (redact && prepared.open.must > 0) {
    const decided = decideOpen(io, prepared, 'must', 'replace', exporting);
    prepared = await prepareDraft(decided, archive, scanContext);
  }
  const check = checkFindings(prepared, exporting);
  for (const message of check.lines) say(io, message);
  if (check.next === 'refuse') return check.code;
  if (check.next === 'ask') {
    if (!(await io.ask.confirm('Export with these as they are?', false))) {
      say(io, check.refusal);
      return 1;
    }
    // Keeping a finding does not change the post.
    decideOpen(io, prepared, 'review', 'keep', exporting);
  }
  return prepared;
}

/** Decides every open finding of a class, and saves the decisions with the draft except in a dry run. */
function decideOpen(
  io: Io,
  { resolved: { draft }, findings }: PreparedDraft,
  severity: Finding['class'],
  decision: Decision,
  { isDryRun }: Exporting,
): Draft {
  const open = findings.filter((finding) => finding.class === severity && finding.decision === null);
  const decisions = decideAll(draft.decisions, open, decision);
  say(io, `${decision === 'keep' ? 'Will stay in the post' : 'Will be replaced in the post'}: ${kindsOf(open)}.`);
  return isDryRun ? { ...draft, decisions } : saveDecisions(draft, decisions);
}

/** `GitHub token, home path (2)` */
function kindsOf(findings: readonly Finding[]): string {
  const kinds = Map.groupBy(findings, ({ kind }) => kind);
  return [...kinds].map(([kind, { length }]) => (length === 1 ? kind : `${kind} (${length})`)).join(', ');
}
