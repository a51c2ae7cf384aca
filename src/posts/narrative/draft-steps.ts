/** The three steps from a draft to a post, as its page names and links them. */
export const DRAFT_STEPS = { beats: 'Beats', redaction: 'Redaction', export: 'Export' } as const;

export type DraftStep = keyof typeof DRAFT_STEPS;

/** The first step that needs a hand: beats where there is none, redaction while findings are open, else the export. */
export function currentStep(beats: number, open: { must: number; review: number }): DraftStep {
  if (beats === 0) return 'beats';
  return open.must + open.review > 0 ? 'redaction' : 'export';
}
