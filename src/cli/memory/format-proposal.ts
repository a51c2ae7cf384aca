import { diffText } from '../terminal/print.ts';
import type { Card } from '../terminal/review.ts';
import { red } from '../terminal/text.ts';
import type { AppliedChange } from '#src/memory/change.ts';
import type { DisplayedProposal } from '#src/memory/evidence.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';

/** Claude Code cuts command output at 30,000 characters. */
const LONGEST_BLOCK = 27_000;
const LINE = 240;

/** A proposal with its reason, its evidence, and exactly what would change. */
export function formatProposal(shown: DisplayedProposal): string {
  return [...headOf(shown), '', ...indented(shown.diff), '', ...indexLines(shown)].join('\n');
}

/** Proposals one after the other. If Claude Code would cut them, the longest diffs are replaced by a note. */
export function formatProposals(shown: readonly DisplayedProposal[]): string {
  const texts = shown.map(formatProposal);
  const length = () => texts.reduce((sum, text) => sum + text.length + 2, 0);
  const longest = shown.map((each, i) => ({ each, i })).sort((a, b) => b.each.diff.length - a.each.diff.length);
  for (const { each, i } of longest) {
    if (length() <= LONGEST_BLOCK) break;
    const lines = each.diff.split('\n').length;
    const diff = `The diff has ${lines} lines, too many to print here. To see it, run chronicle review.`;
    texts[i] = formatProposal({ ...each, diff });
  }
  return texts.join('\n\n');
}

/** Open proposals as an agent shows them to a person, with the commands for each answer. */
export function proposalBlock(formatted: string, open: readonly { id: string }[]): string {
  const ids = open.map(({ id }) => id).join(' ');
  return `PROPOSED MEMORY CHANGES:

${formatted}

Apply? [review each / apply all / skip]
  review each: the person runs chronicle review in a terminal
  apply all:   chronicle memory apply ${ids}
  skip:        chronicle memory skip ${ids}
Nothing changes until a person decides.`;
}

/** A proposal for review, with the whole diff. */
export function proposalCard(shown: DisplayedProposal): Card {
  const { proposal, evidence, diff } = shown;
  const { id, action, file, reason } = proposal;
  return {
    name: id,
    title: `[${action}] ${oneLine(file)}`,
    details: [clip(oneLine(reason), 2 * LINE), ...(shown.isOutdated ? [red(OUTDATED)] : [])],
    evidence: {
      from: evidence.length === 0 ? 'none' : counted(evidence.length, 'record'),
      lines: evidence.map(evidenceLine),
    },
    change: [diffText(diff), '', ...indexLines(shown)],
  };
}

const OUTDATED = 'The file has changed since this was proposed, so it cannot be applied.';

function headOf({ proposal: { id, action, file, reason }, evidence, isOutdated }: DisplayedProposal): string[] {
  return [
    `${id} [${action}] ${oneLine(file)}`,
    `  ${clip(oneLine(reason), 2 * LINE)}`,
    ...evidence.map((each) => `  Evidence: ${evidenceLine(each)}`),
    ...(isOutdated ? [`  ${OUTDATED}`] : []),
  ];
}

function evidenceLine(evidence: DisplayedProposal['evidence'][number]): string {
  if ('fault' in evidence) return `${evidence.reference} (${evidence.fault})`;
  const { label, text } = evidence.record;
  return `${evidence.reference} [${label}] ${clip(oneLine(text), LINE)}`;
}

function indexLines({ index: { removed, added } }: DisplayedProposal): string[] {
  return changedLines(removed, added, 'MEMORY.md does not change.');
}

/** Removed and added lines of MEMORY.md; `none` if it does not change. */
function changedLines(removed: readonly string[], added: readonly string[], none: string): string[] {
  if (removed.length + added.length === 0) return [`  ${none}`];
  return [...removed.map((line) => `  MEMORY.md: - ${line}`), ...added.map((line) => `  MEMORY.md: + ${line}`)];
}

function indented(text: string): string[] {
  return text.split('\n').map((line) => `    ${line}`);
}

/** What was changed, where the backup is, and how to undo it. */
export function formatApplied(changes: readonly AppliedChange[]): string {
  return changes
    .map(({ id, action, file, index: { removed, added }, backup }) =>
      [
        `${id} [${action}] ${oneLine(file)}: ${DONE[action]}`,
        ...changedLines(removed, added, 'MEMORY.md did not change.'),
        `  Backup: ${backup}`,
        ...(action === 'UNDO' ? [] : [`  Undo: chronicle memory undo ${id}`]),
      ].join('\n'),
    )
    .join('\n');
}

const DONE = {
  NEW: 'written.',
  STRENGTHEN: 'rewritten.',
  'STALE?': 'rewritten.',
  DELETE: 'deleted.',
  UNDO: 'restored.',
} as const;
