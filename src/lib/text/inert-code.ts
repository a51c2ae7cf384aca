/** The generator that reads the text, which decides what is live inside code: Liquid's `{{`, Hugo's `{{<`. `kramdown` includes Liquid. */
export type MarkdownForm = 'draft' | 'plain' | 'kramdown' | 'hugo' | 'devto';

/** `{{< name >}}` and `{{% name %}}`, on one or several lines. */
const SHORTCODE = /\{\{(?:<((?:(?!\{\{[<%]|>\}\}).)*)>\}\}|%((?:(?!\{\{[<%]|%\}\}).)*)%\}\})/gs;

/**
 * Escapes code for template languages, which run before Markdown is parsed and do not know what is code. Readers see the
 * same text, except for an added blank where there is no other safe way.
 *
 *     inertCode('{{ site.title }}', 'kramdown')   // {{ "{" }}{ site.title }}
 */
export function inertCode(code: string, form: MarkdownForm): string {
  switch (form) {
    case 'kramdown':
      return code.replace(/\{(?=[{%])/g, '{{ "{" }}');
    case 'hugo':
      return inHugo(code);
    case 'devto':
      return inDevTo(code);
    default:
      return code;
  }
}

/** Whether readers see a blank in the code that was not there, so that a copy of it is not what was written. */
export function hasAddedBlank(code: string, form: MarkdownForm): boolean {
  if (form === 'devto') return inDevTo(code) !== code;
  const around = code.replace(SHORTCODE, '\n');
  return form === 'hugo' && broken(around) !== around;
}

/** Hugo prints a shortcode with comment marks inside. Text that only looks like a shortcode would stop its build. */
function inHugo(code: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: whole, 1: plain, 2: marked, index } of code.matchAll(SHORTCODE)) {
    parts.push(broken(code.slice(end, index)));
    parts.push(plain === undefined ? `{{%/*${marked}*/%}}` : `{{</*${plain}*/>}}`);
    end = index + whole.length;
  }
  return [...parts, broken(code.slice(end))].join('');
}

function broken(code: string): string {
  // Hugo ends the summary at this comment, even inside code.
  return code.replace(/\{(?=\{[<%])/g, '{ ').replace(/<(?=!--\s*more)/gi, '< ');
}

/**
 * dev.to wraps code in `{% raw %}` itself: https://github.com/forem/forem/blob/main/app/services/markdown_processor/parser.rb
 * It finds code by its backticks, so a backtick inside ends the protection, and so does a tag that ends `raw`.
 */
function inDevTo(code: string): string {
  const unprotected = code.includes('`') ? /\{(?=[{%])/g : /\{(?=%-?\s*(?:end)?raw)/gi;
  return code.replace(unprotected, '{ ');
}
