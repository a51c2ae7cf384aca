import type { Finding, FindingPlace } from '#src/redaction/finding.ts';
import { counted } from '#src/text/day.ts';
import type { PreparedDraft } from './prepare-draft.ts';

interface Checking {
  /** Whether what may be private is published as it is. */
  yes: boolean;
  /** Whether a person can be asked. */
  isTerminal: boolean;
  /** Whether nothing will be written. */
  isTrial: boolean;
}

/** What follows from the open findings of a draft, and the lines that say why. */
export type FindingsCheck = { lines: string[] } & (
  | { next: 'export' }
  /** A person decides. `refusal` is said if they decline, with the exit code 1. */
  | { next: 'ask'; refusal: string }
  | { next: 'refuse'; code: 1 | 2 }
);

/** Enough places for an author to know where to look. */
const PLACES = 4;

/**
 * Whether a draft may be exported as it is: never while a secret or home path is open, and with other open findings only
 * if somebody says so.
 */
export function checkFindings(prepared: PreparedDraft, { yes, isTerminal, isTrial }: Checking): FindingsCheck {
  const { findings, open } = prepared;
  const undecided = findings.filter(({ decision }) => decision === null);
  if (open.must > 0) {
    const musts = undecided.filter((finding) => finding.class === 'must');
    const lines = [
      `${counted(open.must, 'finding')} must be decided before this is exported:`,
      ...indented(findingLines(musts)),
      `Nothing was exported. ${waysToDecide(prepared)}; --redact replaces all of them.`,
    ];
    return { next: 'refuse', code: 2, lines };
  }
  if (open.review === 0) return { next: 'export', lines: [] };
  const count = counted(undecided.length, 'finding');
  if (yes) {
    const heading = `${count} to review, published as ${undecided.length === 1 ? 'it stands' : 'they stand'} (--yes):`;
    return { next: 'export', lines: [heading, ...indented(findingLines(undecided))] };
  }
  const listed = isTerminal ? linesWithValues(undecided) : findingLines(undecided);
  const lines = [`${count} to review, perhaps private:`, ...indented(listed)];
  if (isTerminal && isTrial) return { next: 'export', lines };
  const refusal = `Nothing was exported. ${waysToDecide(prepared)}; --yes publishes them as they stand.`;
  return isTerminal ? { next: 'ask', lines, refusal } : { next: 'refuse', code: 1, lines: [...lines, refusal] };
}

/** `GitHub token: title; event, line 12`, a line for each finding. They contain no value. */
export function findingLines(findings: readonly Finding[]): string[] {
  return findings.map(({ kind, places }) => `${kind}: ${placesOf(places)}`);
}

/** The same with the values, for the owner's own terminal and for findings to review only. */
function linesWithValues(findings: readonly Finding[]): string[] {
  return findings.map(({ kind, value, places }) => `${kind} ${JSON.stringify(value)}: ${placesOf(places)}`);
}

function placesOf(places: readonly FindingPlace[]): string {
  const all = [...new Set(places.map(({ place }) => place))];
  const more = all.length - PLACES;
  return `${all.slice(0, PLACES).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

/** Findings are decided in the draft. A draft that is only tried out has no directory. */
function waysToDecide({ resolved: { draft } }: PreparedDraft): string {
  if (draft.directory !== '') return `chronicle draft redact ${draft.slug} decides them one by one`;
  const sessions = draft.settings.sources.map(({ session }) => session).join(' ');
  return `There is no draft yet: chronicle draft new ${sessions} makes one, and chronicle draft redact decides them in it one by one`;
}
