/** What people are told about each layer: what it adds, and what it costs. */
import { LAYERS, type Layer } from '../project/layers.ts';
import { listed } from '../value/listed.ts';
import { HOOK_EVENT_NAMES, HOOK_EVENTS } from './hook-events.ts';

interface LayerFact {
  /** What the agent then writes. */
  adds: string;
  /** What its lines of the reminder take at each start and compaction. */
  tokens: number;
}

export const LAYER_FACTS: Record<Layer, LayerFact> = {
  log: { adds: 'events', tokens: 200 },
  notes: { adds: 'a notebook', tokens: 110 },
  observations: { adds: 'observations', tokens: 110 },
};

/** Every choice of layers that init offers, the largest first: each layer needs those before it. */
export function layerChoices(): readonly Layer[][] {
  return LAYERS.map((_, index) => LAYERS.slice(0, index + 1)).toReversed();
}

/** `events, a notebook and observations`. */
export function addsOf(layers: readonly Layer[]): string {
  return listed(layers.map((layer) => LAYER_FACTS[layer].adds));
}

/** `about 310 tokens at each start; 4 hooks, 48 to 62 ms each`. */
export function costOf(layers: readonly Layer[]): string {
  const hooks = HOOK_EVENT_NAMES.filter((event) => layers.includes(HOOK_EVENTS[event].layer));
  const times = hooks.map((event) => HOOK_EVENTS[event].ms);
  const tokens = layers.reduce((sum, layer) => sum + LAYER_FACTS[layer].tokens, 0);
  return `about ${tokens} tokens at each start; ${hooks.length} hooks, ${Math.min(...times)} to ${Math.max(...times)} ms each`;
}
