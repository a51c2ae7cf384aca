import { dirname } from 'node:path';
import { formatProblems } from '#src/cli/archive/format-problems.ts';
import { say } from '#src/cli/output.ts';
import { printResult } from '#src/cli/result.ts';
import { saveDecisions } from '#src/node/posts/drafts/decisions-file.ts';
import { saveSettings } from '#src/node/posts/drafts/write-draft.ts';
import { exportRecord, type PlannedPost, type Planning, planPost } from '#src/node/posts/export/export-post.ts';
import { type PreparedDraft, prepareDraft, type Surroundings } from '#src/node/posts/export/prepare-draft.ts';
import { decide } from '#src/node/redaction/decide.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import type { DraftArchive } from '#src/posts/export/draft-lookup.ts';
import type { TargetName, TargetOptions } from '#src/posts/export/post.ts';
import { TARGETS } from '#src/posts/export/targets.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import type { Decision, Finding } from '#src/redaction/finding.ts';
import { counted } from '#src/text/day.ts';
import { placePost } from './place-post.ts';
import { printableProblems } from './printable-problems.ts';
import { settleFindings } from './settle-findings.ts';

export interface Exporting {
  archive: DraftArchive;
  surroundings: Surroundings;
  target: TargetName;
  options: TargetOptions;
  /** The real path of the blog's directory. */
  blog: string;
  /** Whether the post is printed and nothing is written. */
  isTrial: boolean;
  isAsNew: boolean;
  /** Whether every secret that is undecided is replaced. */
  redact: boolean;
  /** Whether what may be meant is published as it stands. */
  yes: boolean;
  /** Whether a person can be asked. */
  isTerminal: boolean;
  now: () => Date;
}

/** Exports a draft and returns the exit code. The path of the post goes to stdout, everything else is said. */
export async function exportDraft(draft: Draft, exporting: Exporting): Promise<0 | 1 | 2> {
  const { archive, surroundings, redact } = exporting;
  let prepared = await prepareDraft(draft, archive, surroundings);
  const { problems } = prepared.resolved;
  if (problems.length > 0) {
    say(formatProblems(await printableProblems(problems, surroundings)));
    say(`Nothing was exported: ${counted(problems.length, 'problem')} in the draft.`);
    return 2;
  }
  if (redact && prepared.open.must > 0) {
    const decided = decideOpen(prepared, 'must', 'replace', exporting);
    prepared = await prepareDraft(decided, archive, surroundings);
  }
  const settled = await settleFindings(prepared, exporting);
  if ('refused' in settled) return settled.refused;
  // What a person keeps changes nothing in the post.
  if (settled.isKept) decideOpen(prepared, 'review', 'keep', exporting);
  const planning: Planning = { ...exporting, prepared };
  if (exporting.isTrial) {
    printResult((await planPost(planning)).text.trimEnd());
    return 0;
  }
  const placed = await placePost({ ...exporting, planning });
  if (placed === null) return 1;
  conclude(placed.plan, placed.isNew, planning, exporting.now());
  return 0;
}

/** Decides every open finding of a class, and keeps the decisions beside the draft unless nothing may be written. */
function decideOpen(
  { resolved: { draft }, findings }: PreparedDraft,
  wanted: Finding['class'],
  decision: Decision,
  { isTrial }: Exporting,
): Draft {
  const open = findings.filter((finding) => finding.class === wanted && finding.decision === null);
  const decisions = open.reduce((before, finding) => decide(before, finding, decision), draft.decisions);
  say(`${decision === 'keep' ? 'Kept' : 'Replaced'}: ${kindsOf(open)}.`);
  return isTrial ? { ...draft, decisions } : saveDecisions(draft, decisions);
}

/** `GitHub token, home path (2)` */
function kindsOf(findings: readonly Finding[]): string {
  const kinds = Map.groupBy(findings, ({ kind }) => kind);
  return [...kinds].map(([kind, { length }]) => (length === 1 ? kind : `${kind} (${length})`)).join(', ');
}

function conclude(plan: PlannedPost, isNew: boolean, planning: Planning, now: Date): void {
  const { slug, settings } = planning.prepared.resolved.draft;
  printResult(plan.file);
  note(planning, plan, isNew, now);
  if (!isNew) {
    say('The same post is there already. Nothing was written.');
    return;
  }
  say(`Exported ${slug} for ${TARGETS[planning.target].label}.`);
  const [figure] = plan.figures;
  if (figure !== undefined) say(`Its figures, light and dark, as PNG and SVG: ${dirname(figure)}`);
  for (const remark of plan.remarks) say(remark);
  say(
    'It is marked as a draft. Read it before you publish it: the scan for secrets and names is an aid and misses some.',
  );
  if (settings.published === null) say(`Once it is published: chronicle draft published ${slug} <address>`);
}

/** The post is written by now, so a fault here is only said. */
function note(planning: Planning, plan: PlannedPost, isNew: boolean, now: Date): void {
  const { draft } = planning.prepared.resolved;
  const { exports } = draft.settings;
  if (!isNew && exports.some(({ file }) => file === plan.file)) return;
  try {
    saveSettings(draft, { exports: [...exports, exportRecord(planning, plan, now)] });
  } catch (error) {
    say(`The post is written, but the draft does not know of it: ${sentenceOf(error)}`);
  }
}
