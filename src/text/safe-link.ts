/**
 * Whether untrusted text may become a link to `href`: a web address, or a place on the same page.
 * Everything else (`javascript:`, `data:`, `file:`, `//host`, relative paths) stays text.
 */
export function isSafeLink(href: string): boolean {
  return /^(?:https?:\/\/[^\s/]|#)/i.test(href);
}
