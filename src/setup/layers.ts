/** The layers that a person chooses at `chronicle init`: what each adds and costs, and where the choice is kept. */
import { checkoutOf, expandedPath } from '#src/lib/checkout.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { type Config, type Layer, LAYERS, readConfig } from '#src/lib/config.ts';
import { withConfigEdit } from '#src/lib/settings-text.ts';
import { listed } from '#src/lib/listed.ts';
import type { Paths } from '#src/lib/paths.ts';
import { layersOf } from '#src/record/exclusion.ts';
import { changeBy, type FileChange } from './file-change.ts';

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

/** What layers take at the start of a session: `about 420 tokens and a briefing of up to 1,200 at each start`. */
export function costOf(layers: readonly Layer[]): string {
  const tokens = layers.reduce((sum, layer) => sum + LAYER_FACTS[layer].tokens, 0);
  const all = listed([`${tokens} tokens`, ...layers.flatMap((layer) => LAYER_FACTS[layer].more ?? [])]);
  return `about ${all} at each start`;
}

/** The layers that are on in a project, or where nothing else is said (`root` null). */
export function currentLayers(config: Config, home: string, root: string | null): readonly Layer[] {
  return root === null ? config.layers : layersOf(checkoutOf(root), config, home);
}

/**
 * The layers whose hooks a settings file needs: those that are on somewhere it applies, in a project or everywhere (`root`
 * null). Settings that a team shares need all, because each person's hooks then read that person's settings.
 */
export function hookLayers(config: Config, home: string, root: string | null, isShared: boolean): Layer[] {
  const below = Object.entries(config.layersByPath).flatMap(([path, layers]) =>
    root === null || `${expandedPath(path, home)}/`.startsWith(`${root}/`) ? layers : [],
  );
  const own = currentLayers(config, home, root);
  return LAYERS.filter((layer) => isShared || layer === 'log' || own.includes(layer) || below.includes(layer));
}

/** What a choice makes of the settings. */
interface ChosenLayers {
  /** Null if the settings say the same. */
  change: FileChange | null;
  /** The settings after it. */
  config: Config;
}

/**
 * Plans a choice of layers for a project, or for all (`root` null). Without one (null), the settings stay. Refuses
 * (CHRONICLE_BAD_CONFIG) a `config.json` that cannot be read.
 */
export function chooseLayers(
  paths: Paths,
  home: string,
  root: string | null,
  chosen: readonly Layer[] | null,
): ChosenLayers {
  const { config, problem } = readConfig(paths);
  const current = currentLayers(config, home, root);
  if (chosen === null || LAYERS.every((layer) => layer === 'log' || chosen.includes(layer) === current.includes(layer)))
    return { change: null, config };
  if (problem !== null) throw new ChronicleError('CHRONICLE_BAD_CONFIG', `${problem} Nothing was changed.`);
  const path = root && (Object.keys(config.layersByPath).find((each) => expandedPath(each, home) === root) ?? root);
  const chosenIn = ({ layersByPath }: { layersByPath?: unknown }) =>
    path === null ? { layers: chosen } : { layersByPath: { ...Object(layersByPath), [path]: chosen } };
  const change = changeBy('layers', paths.settings, (text) =>
    withConfigEdit(paths.settings, text ?? '', (value) => ({ ...value, ...chosenIn(value) })),
  );
  return { change, config: { ...config, ...chosenIn(config) } };
}
