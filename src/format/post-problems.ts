/** A problem without its place. */
export interface ProblemText {
  /** Whether the file cannot be used at all, or only the place in question. */
  effect: 'left-out' | 'noted';
  /** What is wrong, in one sentence. */
  message: string;
  /** What to do about it, in one or two sentences. */
  advice: string;
}

/** The problems in drafts and the names to redact. */
export const POST_PROBLEMS = {
  CHRONICLE_DRAFT_TEXT: (fault: string, advice: string) => ({
    effect: 'noted',
    message: `This is not allowed in a draft: ${fault}.`,
    advice: `${advice} It is left out until then; the rest of the draft is used.`,
  }),
  CHRONICLE_DRAFT_GRAMMAR: (fault: string, advice: string) => ({
    effect: 'left-out',
    message: `The text of the draft cannot be read: ${fault}.`,
    advice: `${advice} None of the text is used until this is fixed.`,
  }),
  CHRONICLE_DRAFT_EMPTY: () => ({
    effect: 'noted',
    message: 'The draft has no text yet.',
    advice: 'Write it below the front matter. Nothing is exported until then.',
  }),
  CHRONICLE_DRAFT_UNKNOWN: (what: string, nearest: string | undefined) => ({
    effect: 'noted',
    message: `The archive has no such ${what}.`,
    advice: `${nearest ? `Did you mean ${nearest}?` : 'Fix or remove it.'} It is left out until then; the rest of the draft is used.`,
  }),
  CHRONICLE_DRAFT_EMPTY_FIGURE: (what: string) => ({
    effect: 'noted',
    message: `This figure is empty: ${what}.`,
    advice: 'Remove the figure. It is left out.',
  }),
  CHRONICLE_DRAFT_FILE: (fault: string) => ({
    effect: 'left-out',
    message: `This part of the draft cannot be read: ${fault}.`,
    advice: 'Fix the file, or delete it.',
  }),
  CHRONICLE_DRAFT_YAML: (fault: string) => ({
    effect: 'left-out',
    message: `The YAML cannot be read: ${fault}.`,
    advice: 'None of its keys are used until this is fixed.',
  }),
  CHRONICLE_DRAFT_SETTING: (fault: string) => ({
    effect: 'noted',
    message: `This entry cannot be used: ${fault}.`,
    advice: 'Fix or remove it. It is ignored until then; the rest of the file is used.',
  }),
  CHRONICLE_REDACTIONS: (fault: string) => ({
    effect: 'noted',
    message: `This decision cannot be used: ${fault}.`,
    advice:
      'The file has a salt and decisions: the hash of a finding, and replace, keep or leave-out. The finding is open again.',
  }),
  CHRONICLE_REDACT_YAML: (fault: string) => ({
    effect: 'left-out',
    message: `The YAML cannot be read: ${fault}.`,
    advice: 'None of its private names are known until this is fixed.',
  }),
  CHRONICLE_REDACT: (fault: string) => ({
    effect: 'noted',
    message: `This entry cannot be used: ${fault}.`,
    advice:
      'The keys are names, a list of names with or without a replacement, and allow, a list of texts. This entry is skipped; the rest is used.',
  }),
} satisfies Record<string, (...args: never[]) => ProblemText>;
