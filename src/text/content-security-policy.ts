/**
 * What a page of the site may load: its own files, and one inline script that is named by its hash.
 * Pages carry the policy in a meta element, and `chronicle preview` sends the same as a header.
 */

/** Sets the reader's own choice of theme before anything is drawn; without it, or without scripts, the system's holds. */
export const THEME_SCRIPT =
  "try{var t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}";

let policy: Promise<string> | undefined;

/** The policy of a built site. */
export function contentSecurityPolicy(): Promise<string> {
  policy ??= sha256(THEME_SCRIPT).then((hash) =>
    [
      "default-src 'none'",
      `script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'`,
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "font-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "object-src 'none'",
    ].join('; '),
  );
  return policy;
}

/** The policy in `dev`: Vite's client may open its socket and put styles into the page as well. */
export async function developmentPolicy(): Promise<string> {
  const built = await contentSecurityPolicy();
  return built
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", "connect-src 'self' ws://127.0.0.1:* ws://localhost:*");
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
