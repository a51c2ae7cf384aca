/** Session ids become file names in the index, so only these characters are allowed. */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Whether a text is a valid session id. */
export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text);
}
