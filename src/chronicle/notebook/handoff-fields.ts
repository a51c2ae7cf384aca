/** The fields, with their label and what they say, in the order they are written. */
export const HANDOFF_FIELDS = {
  currentTask: { label: 'Current Task', says: 'what is being worked on' },
  suggestedNext: { label: 'Suggested Next', says: 'the next step' },
  request: { label: 'Request', says: 'what was asked for' },
  investigated: { label: 'Investigated', says: 'what was looked into' },
  learned: { label: 'Learned', says: 'what was found out' },
  completed: { label: 'Completed', says: 'what is done' },
  filesRead: { label: 'Files Read', says: 'only where no transcript says it' },
  filesEdited: { label: 'Files Edited', says: 'only where no transcript says it' },
  notes: { label: 'Notes', says: 'anything else' },
} as const;

export type HandoffField = keyof typeof HANDOFF_FIELDS;

export const FIELDS_OF_HANDOFFS = Object.keys(HANDOFF_FIELDS) as HandoffField[];

/** The fields that are stated; never empty texts. Text is verbatim and untrusted. */
export type Handoff = Partial<Record<HandoffField, string>>;

/** The field that a label names, ignoring case; null for other labels. */
export function handoffField(label: string): HandoffField | null {
  const name = label.trim().toLowerCase();
  return FIELDS_OF_HANDOFFS.find((field) => HANDOFF_FIELDS[field].label.toLowerCase() === name) ?? null;
}
