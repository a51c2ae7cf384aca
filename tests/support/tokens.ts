/** How many tokens a text takes at most, as the prompts of hooks count it: no tokenizer is installed. */
export { mostTokens as tokensOf } from '#src/lib/text/plain.ts';
