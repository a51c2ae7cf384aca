import { expect } from 'vitest';
import { DRAFT } from './blog.ts';
import { HOSTILE_WORDS } from './hostile-post.ts';

/** Elements that posts can contain, including those of highlighted code and footnotes. */
const KNOWN =
  /^(?:p|h[1-6]|ul|ol|li|blockquote|pre|code|strong|em|s|del|table|thead|tbody|tr|th|td|sup|section|a|br|hr|img|div|span)$/;
const TAG = /<(\/?)([a-z!?][^\s/>]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: '\u00a0' };

/** The contents of the page's only article. */
export function articleOf(page: string): string {
  return page.slice(page.indexOf('<article>') + '<article>'.length, page.lastIndexOf('</article>'));
}

/** The first picture of a post: its address and its alt text. */
export function pictureIn(article: string): { src: string; alt: string } {
  const picture = [...article.matchAll(TAG)].find(([, , name]) => name === 'img')?.[3] ?? '';
  return { src: attribute(picture, 'src'), alt: attribute(picture, 'alt') };
}

/** Expects an exported draft with its second heading and a picture with alt text. Returns the picture's address. */
export function expectDraft(article: string): string {
  expect(article).toMatch(new RegExp(`<h2[^>]*>${DRAFT.heading}</h2>`));
  const { src, alt } = pictureIn(article);
  expect(alt).toMatch(/3 misses on 13 Aug, 24 Sep, 11 Nov/);
  expect(article).toMatch(/Drawn from 2 sessions/);
  expectNothingLive(article);
  return src;
}

/** Expects nothing live in the hostile post: no element, attribute or address that posts cannot contain. */
export function expectNothingLive(article: string): void {
  for (const [whole, , name = '', attributes = ''] of article.matchAll(TAG)) {
    expect(name, whole).toMatch(KNOWN);
    expect(attributes, whole).not.toMatch(/(?:^|[\s"'])on\w+\s*=|srcdoc\s*=/i);
    const href = attribute(attributes, 'href');
    if (href !== '') expect(href, whole).toMatch(/^(?:https?:|mailto:|#(?:user-content-)?fn)/);
  }
}

/** Expects every hostile text literally, in prose and, unless it is `changed` there, in code. */
export function expectAllShown(article: string, changed: (words: string) => boolean = () => false): void {
  expect(article).toContain('The last words.');
  const shown = shownIn(article);
  for (const words of HOSTILE_WORDS) {
    expect(shown, `Text ${words}`).toContain(straight(`Text ${words}`));
    expect(shown, `Cell ${words}`).toContain(straight(`Cell ${words}`));
  }
  const code = new Set([...article.matchAll(/<code[^>]*>([\s\S]*?)<\/code>/g)].map((match) => shownIn(match[1] ?? '')));
  for (const words of HOSTILE_WORDS) if (!changed(words)) expect(code, words).toContain(straight(words));
}

function attribute(attributes: string, name: string): string {
  return decoded(new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|([^\\s"]+))`).exec(attributes)?.slice(1).join('') ?? '');
}

/** What readers see of some HTML, with quotes, dashes and blanks as they were typed. */
export function shownIn(html: string): string {
  return straight(textOf(html)).trim();
}

function textOf(html: string): string {
  return decoded(html.replace(TAG, ''));
}

/** Undoes what generators do to quotes, dashes and spaces. */
function straight(text: string): string {
  return text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/«\u00a0?/g, '<<')
    .replace(/\u00a0?»/g, '>>')
    .replaceAll('–', '--')
    .replaceAll('—', '---')
    .replaceAll('…', '...')
    .replace(/\s+/g, ' ');
}

function decoded(html: string): string {
  return html.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name] ?? named(name) ?? whole;
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
  });
}

function named(name: string): string | undefined {
  return {
    ldquo: '“',
    rdquo: '”',
    lsquo: '‘',
    rsquo: '’',
    ndash: '–',
    mdash: '—',
    hellip: '…',
    laquo: '«',
    raquo: '»',
  }[name];
}
