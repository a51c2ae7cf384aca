/** Session ids become file names in the index, so only these characters are allowed. */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Whether a text is a valid session id. */
export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text);
}

/** The beginning of a session's id, for people and the agent: git does with less. Commands say if two sessions begin with it. */
export function shortId(sessionId: string): string {
  return sessionId.slice(0, 8);
}
