/** What stands for a value in documentation. */
const WORDS =
  /example|^your|[-_.]your|[-_.<]here\b|placeholder|redacted|change[-_]?me|replace[-_]?me|dummy|foo[-_]?bar|lorem|todo|x{4,}|\*{3,}|•{2,}|\.{3}|…/i;
/** What names a value instead of saying it. */
const REFERENCE =
  /^(?:[<[({]|\$|%[\w-]|#\{|@|&|process\.|import\.meta|os\.|env[.[(]|secrets?\.|vault:|op:|ref:|arn:|file:)|[>}]$|\(/i;

/** Whether this says where a value goes or comes from, such as `your-api-key`, `<token>`, `${TOKEN}`, `xxxx`. */
export function isPlaceholder(value: string): boolean {
  return WORDS.test(value) || REFERENCE.test(value) || new Set(value.toLowerCase().replace(/[-_ ]/g, '')).size < 3;
}

/** Whether the part of a token behind its prefix is a documentation's: `EXAMPLE` in it, or a row of one character. */
export function isExampleToken(token: string): boolean {
  return /example|x{6,}|\*{3,}|\.{3}|0{12,}|your[-_]|_here$|placeholder/i.test(token);
}
