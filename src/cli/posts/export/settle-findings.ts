import { say } from '#src/cli/output.ts';
import type { PreparedDraft } from '#src/node/posts/export/prepare-draft.ts';
import { counted } from '#src/text/day.ts';
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
  const undecided = findings.filter(({ decision }) => decision === null);
  if (open.must > 0) {
    say(`${counted(open.must, 'finding')} must be decided before this is exported:`);
    for (const line of findingLines(undecided.filter((finding) => finding.class === 'must'))) say(`  ${line}`);
    say(`Nothing was exported. ${redacting(prepared)}; --redact replaces all of them.`);
    return { refused: 2 };
  }
  return open.review === 0 ? { isKept: false } : settleReview(undecided, prepared, settling);
}

async function settleReview(
  undecided: PreparedDraft['findings'],
  prepared: PreparedDraft,
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
  say(`Nothing was exported. ${redacting(prepared)}; --yes publishes them as they stand.`);
  return { refused: 1 };
}

/** How findings are decided: in the draft, which has no directory as long as it is only tried out. */
function redacting({ resolved: { draft } }: PreparedDraft): string {
  if (draft.directory !== '') return `chronicle draft redact ${draft.slug} decides them one by one`;
  const sessions = draft.settings.sources.map(({ session }) => session).join(' ');
  return `There is no draft yet: chronicle draft new ${sessions} makes one, and chronicle draft redact decides them in it one by one`;
}

async function isMeant(): Promise<boolean> {
  const { confirm } = await import('@clack/prompts');
  return (await confirm({ message: 'Export with these as they are?', initialValue: false })) === true;
}
