/** The layers of what the agent writes, in one place. Each builds on those before it; `log` is always on. */
export const LAYERS = ['log', 'notes', 'observations'] as const;

export type Layer = (typeof LAYERS)[number];

/** The layers that are on unless the owner chooses. */
export const USUAL_LAYERS: readonly Layer[] = ['log', 'notes'];
