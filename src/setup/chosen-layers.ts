/** Which layers `chronicle init` installs, and the change of `config.json` that remembers a choice. */
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { LAYERS, type Layer } from '#src/lib/layers.ts';
import type { Layout } from '#src/lib/paths.ts';
import { expandedPath } from '../lib/checkout-rules.ts';
import { type Config, readConfig } from '../lib/config.ts';
import { checkoutOf } from '../lib/checkout.ts';
import { layersOf } from '../record/layers.ts';
import type { FileChange } from './file-change.ts';
import { type Edit, readForeign, requireFits, requireWritable } from '../lib/foreign-file.ts';
import { withLayers } from './settings/edit-layers.ts';

/** The change of the owner's settings. They stay after an uninstall, so nothing about it is recorded. */
export interface LayersChange extends Omit<FileChange, 'part'> {
  part: 'layers';
}

interface Owner {
  layout: Layout;
  home: string;
}

/** The layers that are on in a project, or where nothing else is said (`root` null). */
export function currentLayers({ layout, home }: Owner, root: string | null): readonly Layer[] {
  const { config } = readConfig(layout);
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
  const own = root === null ? config.layers : layersOf(checkoutOf(root), config, home);
  return LAYERS.filter((layer) => isShared || layer === 'log' || own.includes(layer) || below.includes(layer));
}

/** What a choice makes of the settings. */
interface ChosenLayers {
  /** Null if the settings say the same. */
  change: LayersChange | null;
  /** The settings after it. */
  config: Config;
}

/**
 * Plans a choice of layers for a project, or for all (`root` null). Without one (null), the settings stay. Refuses
 * (CHRONICLE_BAD_CONFIG) a `config.json` that cannot be read.
 */
export function chooseLayers(owner: Owner, root: string | null, chosen: readonly Layer[] | null): ChosenLayers {
  const { config, problem } = readConfig(owner.layout);
  if (chosen === null || isSame(chosen, currentLayers(owner, root))) return { change: null, config };
  if (problem !== null) throw new ChronicleError('CHRONICLE_BAD_CONFIG', `${problem} Nothing was changed.`);
  const path =
    root && (Object.keys(config.layersByPath).find((each) => expandedPath(each, owner.home) === root) ?? root);
  const { settings } = owner.layout;
  const edit: Edit = (text) => {
    const edited = withLayers(text ?? '', path, chosen);
    if (typeof edited === 'string') return edited;
    throw new ChronicleError(
      'CHRONICLE_BAD_CONFIG',
      `${settings}:${edited.line}:${edited.column}: ${edited.message}. Fix it there, then run this again. The file was not changed.`,
    );
  };
  const before = readForeign(settings);
  const after = edit(before);
  requireWritable(settings);
  requireFits(settings, before, after);
  const changed =
    path === null
      ? { ...config, layers: chosen }
      : { ...config, layersByPath: { ...config.layersByPath, [path]: chosen } };
  return { change: { part: 'layers', path: settings, before, after, edit }, config: changed };
}

function isSame(some: readonly Layer[], others: readonly Layer[]): boolean {
  return LAYERS.every((layer) => layer === 'log' || some.includes(layer) === others.includes(layer));
}
