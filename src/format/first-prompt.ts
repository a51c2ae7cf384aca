import type { Chronicle } from './chronicle.ts';

/**
 * How an import ends the summary of a session without a written one:
 *
 *     Auto-generated: 12 prompts in the transcript. Began with: fix the login redirect
 */
export const BEGAN_WITH = 'Began with: ';

/** The first prompt of a session that an import made, as its summary quotes it; empty for any other session. */
export function firstPrompt({ frontMatter, summary }: Chronicle): string {
  if (frontMatter.source === undefined || summary.kind !== 'machine') return '';
  return after(BEGAN_WITH, summary.lead);
}

/** How import ends the summary of a session without prompts: what it is about. */
export const ABOUT = 'About: ';

/** What the summary of an imported session without prompts says that it is about; empty for any other session. */
export function importedSubject({ frontMatter, summary }: Chronicle): string {
  return frontMatter.source === 'import' && summary.kind === 'machine' ? after(ABOUT, summary.lead) : '';
}

function after(words: string, lead: string): string {
  const at = lead.indexOf(words);
  return at === -1 ? '' : lead.slice(at + words.length).trim();
}
