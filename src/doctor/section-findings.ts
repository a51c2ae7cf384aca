import type { HealthFinding } from './health-finding.ts';

/** An instruction file in which a marker of our section is not as it should be. */
export interface SectionFact {
  path: string;
  /** From 1. */
  line: number;
  /** A sentence without its full stop. */
  message: string;
}

/** Sections that neither `chronicle init` nor `chronicle uninstall` touches any more. */
export function sectionFindings(facts: readonly SectionFact[]): HealthFinding[] {
  return facts.map(({ path, line, message }) => ({
    code: 'section-broken',
    level: 'warning',
    what: `${path}:${line}: ${message}.`,
    why: 'chronicle init and chronicle uninstall refuse such a file, since they cannot tell where the section ends.',
    mend: `Mend the marker in line ${line} of ${path}, or take the section out by hand.`,
  }));
}
