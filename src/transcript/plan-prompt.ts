const IMPLEMENTS = /^\s*Implement the following plan:\s*\n/i;

/** The plan in the prompt that the host writes when a plan is accepted in a fresh session; null for other prompts. */
export function planInPrompt(prompt: string): string | null {
  const [begin] = IMPLEMENTS.exec(prompt.slice(0, 200)) ?? [];
  return begin === undefined ? null : prompt.slice(begin.length);
}
