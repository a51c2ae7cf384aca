import type { PreparedDraft } from '../../node/export/prepare-draft.ts';
import { counted } from '../../text/day.ts';
import { say } from '../output.ts';
import { findingLines, shownFindingLines } from './findings-lines.ts';

interface Settling {
  /** Whether what may be meant is published as it stands. */
  yes: boolean;
  /** Whether a person can be asked. */
  isTerminal: boolean;
  /** Whether nothing will be written. */
  isTrial: boolean;
}

/** The exit code where nothing is exported; else whether a person said that what is open is to be kept. */
export type Settled = { refused: 1 | 2 } | { isKept: boolean };

/**
 * Whether a draft may be exported as it is: never while something is open that must be decided, and what else is
 * open only on somebody's word. Says why not.
 */
export async function settleFindings(prepared: PreparedDraft, settling: Settling): Promise<Settled> {
  const { findings, open } = prepared;
  const { slug } = prepared.resolved.draft;
  const undecided = findings.filter(({ decision }) => decision === null);
  if (open.must > 0) {
    say(`${counted(open.must, 'finding')} must be decided before this is exported:`);
    for (const line of findingLines(undecided.filter((finding) => finding.class === 'must'))) say(`  ${line}`);
    say(`Nothing was exported. chronicle draft redact ${slug} decides them one by one; --redact replaces all of them.`);
    return { refused: 2 };
  }
  return open.review === 0 ? { isKept: false } : settleReview(undecided, slug, settling);
}

async function settleReview(
  undecided: PreparedDraft['findings'],
  slug: string,
  { yes, isTerminal, isTrial }: Settling,
): Promise<Settled> {
  const count = counted(undecided.length, 'finding');
  if (yes) {
    say(`${count} to review, published as ${undecided.length === 1 ? 'it stands' : 'they stand'} (--yes):`);
    for (const line of findingLines(undecided)) say(`  ${line}`);
    return { isKept: false };
  }
  say(`${count} to review, perhaps private:`);
  for (const line of isTerminal ? shownFindingLines(undecided) : findingLines(undecided)) say(`  ${line}`);
  if (isTerminal && isTrial) return { isKept: false };
  if (isTerminal && (await isMeant())) return { isKept: true };
  say(
    `Nothing was exported. chronicle draft redact ${slug} decides them one by one; --yes publishes them as they stand.`,
  );
  return { refused: 1 };
}

async function isMeant(): Promise<boolean> {
  const { confirm } = await import('@clack/prompts');
  return (await confirm({ message: 'Export with these as they are?', initialValue: false })) === true;
}
