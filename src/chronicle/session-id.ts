/** Ids of sessions name files in the index, so nothing but these characters is taken. */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Whether a text can be a session's id. */
export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text);
}
