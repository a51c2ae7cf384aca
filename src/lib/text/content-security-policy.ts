/**
 * A page may load only the site's own files, and run one inline script and one set of speculation rules, each identified
 * by its hash. Pages contain the policy in a meta element, and `chronicle preview` also sends it as a header.
 */

/** Sets the reader's theme before anything is drawn. Without a choice, or without scripts, the system's theme is used. */
export const THEME_SCRIPT =
  "try{var t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}";

/** Lets a browser that knows these rules fetch a page when the pointer rests on its link. Others ignore them. */
export const PREFETCH_RULES = JSON.stringify({
  prefetch: [{ source: 'document', where: { href_matches: '/*/' }, eagerness: 'moderate' }],
});

let policy: Promise<string> | undefined;

/** The policy of a built site. */
export function contentSecurityPolicy(): Promise<string> {
  policy ??= Promise.all([THEME_SCRIPT, PREFETCH_RULES].map(sha256)).then((hashes) =>
    [
      "default-src 'none'",
      `script-src 'self' ${hashes.map((hash) => `'sha256-${hash}'`).join(' ')}`,
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

/** The policy of the script that searches: it compiles WebAssembly, and pages must not. */
export const SEARCH_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** The policy while the site itself is worked on: Vite's client inserts styles, and has a socket. */
export async function developmentPolicy(): Promise<string> {
  const built = await contentSecurityPolicy();
  return built
    .replace("connect-src 'self'", "connect-src 'self' ws://127.0.0.1:* ws://localhost:*")
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
