/**
 * What a hook exits with that fails, if not with 2. The host reads 2 as a refusal before a tool call or a compaction, and at a
 * stop as more work for the agent. An old Node gets these codes too (scripts/bundle.ts).
 */
export const EXIT_CODES: Readonly<Record<string, number>> = { 'pre-tool-use': 0, 'before-compaction': 0, stop: 1 };
