/** Whether a text is a web address without a user or password, and safe to print in a page or terminal. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s/<>"'`\\{}]+(?:\/[^\s<>"'`\\{}]*)?$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
