/** The fields, with their label in files, their name for readers and what they say, in the order they are written. */
export const HANDOFF_FIELDS = {
  currentTask: { label: 'Current Task', name: 'Current task', says: 'what is being worked on' },
  suggestedNext: { label: 'Suggested Next', name: 'Next step', says: 'the next step' },
  request: { label: 'Request', name: 'Request', says: 'what was asked for' },
  investigated: { label: 'Investigated', name: 'Investigated', says: 'what was looked into' },
  learned: { label: 'Learned', name: 'Learned', says: 'what was found out' },
  completed: { label: 'Completed', name: 'Completed', says: 'what is done' },
  filesRead: { label: 'Files Read', name: 'Files read', says: 'only where no transcript says it' },
  filesEdited: { label: 'Files Edited', name: 'Files edited', says: 'only where no transcript says it' },
  notes: { label: 'Notes', name: 'Notes', says: 'anything else' },
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
