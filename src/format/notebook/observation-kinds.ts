/** The closed lists of an observation's fields. */

/** What an observation is about, with when to use it. */
export const OBSERVATION_TYPES = {
  decision: 'a choice between ways, with its reason',
  bugfix: 'what was wrong, and what fixed it',
  feature: 'what now works that did not exist',
  refactor: 'what has another form and does the same',
  discovery: 'how something works that was not known',
  change: 'anything else that is different now: settings, documents, versions',
} as const;

export type ObservationType = keyof typeof OBSERVATION_TYPES;

export const TYPES_OF_OBSERVATIONS = Object.keys(OBSERVATION_TYPES) as ObservationType[];

/** Whether a word is a type of observation. */
export function isObservationType(word: string): word is ObservationType {
  return Object.hasOwn(OBSERVATION_TYPES, word);
}

/** Where an observation holds: everywhere, for all who work on the project, or for its owner only. */
export const SCOPES = ['global', 'committed', 'local'] as const;

export type Scope = (typeof SCOPES)[number];

/** Whether a word is a scope. */
export function isScope(word: string): word is Scope {
  return SCOPES.some((scope) => scope === word);
}

/** Critical, moderate, informational. */
export type Priority = 1 | 2 | 3;

/** The priority of an observation that states none. */
export const USUAL_PRIORITY: Priority = 2;
/** The scope of an observation that states none: what is uncertain stays private. */
export const USUAL_SCOPE: Scope = 'local';
