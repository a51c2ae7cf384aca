import type { Summary } from '#src/chronicle/chronicle.ts';
import { indentedLines, shortLine } from './context-document.ts';

const LINES = 12;
const LINE = 300;

/** What the summary is, and so what a narrative has to bring; `command` writes it. */
export function summaryNotes({ kind, lead, narrative }: Summary, command: string): string[] {
  const [text, needs] = wants(kind, lead !== '');
  return [
    `summary: ${text} ${needs} ${command}`,
    ...(kind === 'agent' || kind === 'retro' ? indentedLines(lead, LINES, LINE) : []),
    ...(narrative ? [`    ### ${shortLine(narrative.title, LINE)}`] : []),
  ];
}

const WITH_LEAD = 'Write a lead of one paragraph, then "### Title", then the narrative, with';
const WITHOUT_LEAD = 'Begin with "### Title", without a lead, with';

function wants(kind: Summary['kind'], hasLead: boolean): [text: string, needs: string] {
  if (kind === 'none') return ['none.', WITH_LEAD];
  if (kind === 'machine') return ["the machine's, which the narrative replaces.", WITH_LEAD];
  if (kind === 'agent') return ['written already; it stays as the lead.', WITHOUT_LEAD];
  return hasLead
    ? ['there is a narrative, which the new one replaces; its lead stays.', WITHOUT_LEAD]
    : ['there is a narrative without a lead; the new one replaces it.', WITH_LEAD];
}
