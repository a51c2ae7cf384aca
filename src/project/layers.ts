/** The layers of what the agent writes, in one place. Each builds on those before it; `log` is always on. */
export const LAYERS = ['log', 'notes'] as const;

export type Layer = (typeof LAYERS)[number];
