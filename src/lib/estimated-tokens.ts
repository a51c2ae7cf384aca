/** How many tokens a text takes, as observational memory and claude-mem estimate it: four characters each. */
export function estimatedTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
