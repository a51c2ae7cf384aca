/** Which layers are on: `layers` in the settings, or for some directories an entry of `layersByPath`. */
import type { Layer } from '#src/lib/layers.ts';
import { expandedPath } from '../lib/checkout-rules.ts';
import { type Config, readConfig } from '../lib/config.ts';
import { isThere } from '../lib/is-there.ts';
import type { Checkout } from '../lib/checkout.ts';
import { pathsIn, type Env } from '../lib/env.ts';
import { covers, levelsOf } from './exclusion.ts';
import { sessionCheckout } from './where.ts';

type LayerSettings = Pick<Config, 'layers' | 'layersByPath' | 'observer'>;

/** This file turns observations off in a project, as it does for observational memory. */
const OPT_OUT = '.claude/.no-observations';

/**
 * The layers of a session in this checkout. An entry of `layersByPath` covers what `exclude` would cover: the session's start
 * directory and the main checkout, and all below the entry. The longest path counts. Without observations if the settings
 * or the project's `.claude/.no-observations` say so.
 */
export function layersOf(
  checkout: Pick<Checkout, 'start' | 'mainTop'>,
  settings: LayerSettings,
  home: string,
): readonly Layer[] {
  const layers = chosenLayers(checkout, settings, home);
  if (!layers.includes('observations')) return layers;
  const isOff = !settings.observer.enabled || isThere(`${checkout.mainTop}/${OPT_OUT}`);
  return isOff ? layers.filter((layer) => layer !== 'observations') : layers;
}

function chosenLayers(
  { start, mainTop }: Pick<Checkout, 'start' | 'mainTop'>,
  { layers, layersByPath }: LayerSettings,
  home: string,
): readonly Layer[] {
  const paths = Object.keys(layersByPath);
  if (paths.length === 0) return layers;
  const levels = [...levelsOf(start), ...levelsOf(mainTop)];
  const length = (path: string) => expandedPath(path, home).length;
  const [nearest = ''] = paths.filter((path) => covers(path, levels, home)).sort((a, b) => length(b) - length(a));
  return layersByPath[nearest] ?? layers;
}

/** Whether a layer is on where a hook runs. Looks for the checkout only if the settings have layers for directories. */
export function isLayerOn(layer: Layer, env: Env, payloadCwd: string | undefined): boolean {
  const { config } = readConfig(pathsIn(env));
  const isSame = Object.keys(config.layersByPath).length === 0 && layer !== 'observations';
  const layers = isSame ? config.layers : layersOf(sessionCheckout(env, payloadCwd), config, env.home);
  return layers.includes(layer);
}
