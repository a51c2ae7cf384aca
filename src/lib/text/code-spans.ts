/** A piece of plain text, or what stood between two backticks. */
export interface TextSpan {
  text: string;
  isCode: boolean;
}

/**
 * Splits plain text at `code` in backticks, which people type in prompts. Everything else stays as it was typed: a prompt is
 * not Markdown.
 */
export function codeSpans(text: string): TextSpan[] {
  return text
    .split(/(?<![`\w])`([^`\n]{1,200})`(?![`\w])/)
    .map((part, index) => ({ text: part, isCode: index % 2 === 1 }))
    .filter((span) => span.text !== '');
}
