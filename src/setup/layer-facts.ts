/** What people are told about each layer: what it adds, and what it costs. */
import { LAYERS, type Layer } from '../lib/layers.ts';
import { listed } from '../lib/listed.ts';
import { HOOK_EVENT_NAMES, HOOK_EVENTS } from './hook-events.ts';

interface LayerFact {
  /** What the agent then writes. */
  adds: string;
  /** What its lines of the reminder take at each start and compaction. */
  tokens: number;
  /** What else a session reads at its start. */
  more?: string;
}

export const LAYER_FACTS: Record<Layer, LayerFact> = {
  log: { adds: 'events', tokens: 200 },
  notes: { adds: 'a notebook', tokens: 110 },
  observations: { adds: 'observations for later sessions', tokens: 110, more: 'a briefing of up to 1,200' },
};

/** Every choice of layers that init offers, the largest first: each layer needs those before it. */
export function layerChoices(): readonly Layer[][] {
  return LAYERS.map((_, index) => LAYERS.slice(0, index + 1)).toReversed();
}

/** `events, a notebook and observations for later sessions`. */
export function addsOf(layers: readonly Layer[]): string {
  return listed(layers.map((layer) => LAYER_FACTS[layer].adds));
}

/** What layers take at the start of a session: `about 420 tokens and a briefing of up to 1,200`. */
function tokensOf(layers: readonly Layer[]): string {
  const tokens = layers.reduce((sum, layer) => sum + LAYER_FACTS[layer].tokens, 0);
  return `about ${listed([`${tokens} tokens`, ...layers.flatMap((layer) => LAYER_FACTS[layer].more ?? [])])}`;
}

/** `about 310 tokens at each start; 4 hooks, 48 to 62 ms each`. */
export function costOf(layers: readonly Layer[]): string {
  const hooks = HOOK_EVENT_NAMES.filter((event) => layers.includes(HOOK_EVENTS[event].layer));
  const times = hooks.map((event) => HOOK_EVENTS[event].ms);
  return `${tokensOf(layers)} at each start; ${hooks.length} hooks, ${Math.min(...times)} to ${Math.max(...times)} ms each`;
}
