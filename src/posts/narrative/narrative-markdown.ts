/** A narrative as a text of its own: the title as its heading, the lead, the story. Empty parts are left out. */
export function narrativeMarkdown(title: string, lead: string, text: string): string {
  return `${[`# ${title}`, lead.trim(), text.trim()].filter((part) => part !== '').join('\n\n')}\n`;
}
