/** The front matter of a rendered post with the lines that enclose it; empty if it has none. */
export function frontMatterOf(text: string): string {
  return /^---\n[\s\S]*?\n---(?=\n|$)/.exec(text)?.[0] ?? '';
}
