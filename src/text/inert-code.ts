/** What reads the text after us, and so what is live in its code: Liquid's `{{`, Hugo's `{{<`. `kramdown` has Liquid too. */
export type MarkdownForm = 'mdx' | 'plain' | 'liquid' | 'kramdown' | 'hugo' | 'devto';

/** `{{< name >}}` and `{{% name %}}`, as far as one line or several close it. */
const SHORTCODE = /\{\{(?:<((?:(?!\{\{[<%]|>\}\}).)*)>\}\}|%((?:(?!\{\{[<%]|%\}\}).)*)%\}\})/gs;

/**
 * What stands in code and is alive to the generator all the same: template languages run before Markdown is read and
 * know nothing of code. The reader sees the same text, but for a blank where no other way is safe.
 *
 *     inertCode('{{ site.title }}', 'liquid')   // {{ "{" }}{ site.title }}
 */
export function inertCode(code: string, form: MarkdownForm): string {
  switch (form) {
    case 'liquid':
    case 'kramdown':
      // Liquid prints a brace; Nunjucks does too, and its comments begin with {#.
      return code.replace(/\{(?=[{%#])/g, '{{ "{" }}');
    case 'hugo':
      return inHugo(code);
    case 'devto':
      return inDevTo(code);
    default:
      return code;
  }
}

/** Hugo prints a shortcode whose inside is in comment marks. What only looks like one stops its build. */
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
  // Hugo takes this comment for the end of a summary wherever it stands.
  return code.replace(/\{(?=\{[<%])/g, '{ ').replace(/<(?=!--\s*more)/gi, '< ');
}

/**
 * dev.to wraps code in `{% raw %}` itself: https://github.com/forem/forem/blob/main/app/services/markdown_processor/parser.rb
 * It finds code by its backticks, so a backtick inside ends what it protects, and so does a tag that ends `raw`.
 */
function inDevTo(code: string): string {
  const unprotected = code.includes('`') ? /\{(?=[{%])/g : /\{(?=%-?\s*(?:end)?raw)/gi;
  return code.replace(unprotected, '{ ');
}
