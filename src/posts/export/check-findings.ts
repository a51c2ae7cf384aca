import type { Finding, FindingPlace } from '#src/redaction/finding.ts';
import { counted } from '#src/lib/text/day.ts';
import type { PreparedDraft } from './prepare-draft.ts';

interface Checking {
  /** Whether to publish findings to review as they are. */
  yes: boolean;
  /** Whether a person can be asked. */
  isTerminal: boolean;
  /** Whether this is a dry run. */
  isDryRun: boolean;
}

/** What to do about the open findings of a draft, and the lines that explain it. */
export type FindingsCheck = { lines: string[] } & (
  | { next: 'export' }
  /** A person decides. If they decline, print `refusal` and exit with 1. */
  | { next: 'ask'; refusal: string }
  | { next: 'refuse'; code: 1 | 2 }
);

/** Enough for an author to know where to look. */
const MOST_PLACES = 4;

/**
 * Decides whether a draft may be exported: never while a secret or home path is undecided, and with other undecided
 * findings only if a person agrees.
 */
export function checkFindings(prepared: PreparedDraft, { yes, isTerminal, isDryRun }: Checking): FindingsCheck {
  const { findings, open } = prepared;
  const undecided = findings.filter(({ decision }) => decision === null);
  if (open.must > 0) {
    const musts = undecided.filter((finding) => finding.class === 'must');
    const lines = [
      `${counted(open.must, 'finding')} must be decided before the export:`,
      ...indented(findingLines(musts)),
      `Nothing was exported. ${howToDecide(prepared)}, or add --redact to replace all of them.`,
    ];
    return { next: 'refuse', code: 2, lines };
  }
  if (open.review === 0) return { next: 'export', lines: [] };
  const count = counted(undecided.length, 'finding');
  if (yes) {
    const heading = `${count} to review, left in the post as ${undecided.length === 1 ? 'it is' : 'they are'} (--yes):`;
    return { next: 'export', lines: [heading, ...indented(findingLines(undecided))] };
  }
  const listed = isTerminal ? linesWithValues(undecided) : findingLines(undecided);
  const lines = [`${count} to review, possibly private:`, ...indented(listed)];
  if (isTerminal && isDryRun) return { next: 'export', lines };
  const refusal = `Nothing was exported. ${howToDecide(prepared)}, or add --yes to publish them as they are.`;
  return isTerminal ? { next: 'ask', lines, refusal } : { next: 'refuse', code: 1, lines: [...lines, refusal] };
}

/** `GitHub token: title; event, line 12`, one line per finding, without its value. */
export function findingLines(findings: readonly Finding[]): string[] {
  return findings.map(({ kind, why, places }) => `${kind}: ${placesOf(places)} (it ${why})`);
}

/** The same with values, only for the owner's terminal and findings to review. */
function linesWithValues(findings: readonly Finding[]): string[] {
  return findings.map(
    ({ kind, why, value, places }) => `${kind} ${JSON.stringify(value)}: ${placesOf(places)} (it ${why})`,
  );
}

function placesOf(places: readonly FindingPlace[]): string {
  const all = [...new Set(places.map(({ place }) => place))];
  const more = all.length - MOST_PLACES;
  return `${all.slice(0, MOST_PLACES).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

/** The command that decides findings. A dry run may have no draft on disk. */
function howToDecide({ resolved: { draft } }: PreparedDraft): string {
  if (draft.directory !== '') return `To review them one by one, run chronicle draft redact ${draft.slug}`;
  const sessions = draft.settings.sources.map(({ session }) => session).join(' ');
  return `To review them one by one, create a draft with chronicle draft new ${sessions} and run chronicle draft redact`;
}
