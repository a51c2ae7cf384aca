/** A name that may be called, with the modules or objects before it: `rails.logger.info`. What is longer is no name. */
const DOTTED = String.raw`\p{L}[\p{L}\p{N}_]{1,60}(?:(?:\.|::|->)[\p{L}_][\p{L}\p{N}_]{1,60}){0,6}`;
/** `.unwrap()`, `assert_eq!(`; `step(s)` is a word. */
const CALL = new RegExp(String.raw`(?<![\p{L}\p{N}_.:>])\.?(${DOTTED})!?\((?!e?s\))`, 'gu');
/** `Time.now`, in backticks or quotes, at the end of a sentence. */
const MEMBER = new RegExp(String.raw`^[^\p{L}\p{N}_/.-]{0,3}(${DOTTED})[^\p{L}\p{N}/(]{0,3}$`, 'u');
/** `%v` of a format. */
const VERB = /^[^\p{L}\p{N}%]{0,2}(%\p{L})[^\p{L}\p{N}]{0,3}$/u;
const FILE =
  /\.(?:md|mdx|txt|toml|json|jsonl|ya?ml|xml|csv|lock|rs|py|go|[cm]?tsx?|[cm]?jsx?|rb|css|scss|html?|c|h|cc|cpp|cs|sh|proto|sql|swift|kt|java|php|vue|astro|svg|png|pdf|log|ini|cfg|env|com|org|net|io|dev)$/;

/**
 * What code calls in a piece of text without blanks, in lower case: `Time.now` or `order.total(`, not the
 * name of a file.
 *
 *     codeNames('`context.Background()`')  // ['context.background']
 *     codeNames('src/scan.rs')             // []
 */
export function codeNames(chunk: string): string[] {
  if (!/[.(%:]/.test(chunk)) return [];
  const called = [...chunk.matchAll(CALL)].map(([, name = '']) => name);
  const member = MEMBER.exec(chunk)?.[1];
  const verb = VERB.exec(chunk)?.[1];
  const names = [...called, ...(member && /[.:>]/.test(member) ? [member] : []), ...(verb ? [verb] : [])];
  return [...new Set(names.map((name) => name.toLowerCase()))].filter((name) => !FILE.test(name));
}
