import type { Layer } from '../lib/layers.ts';
import { hookEvent } from './hook-events.ts';

/** The hooks of a settings file as lines of `entryLines`: those it has, those it should have, and those of all layers. */
interface HookLines {
  lines: readonly string[];
  wanted: readonly string[];
  all: readonly string[];
}

/** How the hooks in a settings file differ from what they should be, as a sentence: by whole layers, or otherwise. */
export function hookDifference(path: string, { lines, wanted, all }: HookLines): string {
  const missing = wanted.filter((line) => !lines.includes(line));
  const extra = lines.filter((line) => !wanted.includes(line));
  const changed = new Set(missing.filter((line) => extra.some((other) => eventOf(other) === eventOf(line))));
  const isOfLayer = (line: string) => all.includes(line) && layerOf(line) !== 'log' && !changed.has(line);
  if (![...missing, ...extra].every(isOfLayer)) return `The hooks in ${path} are from another version.`;
  const parts = [
    ...(missing.length > 0 ? [`${named(missing)} is on, but its hooks are missing`] : []),
    ...(extra.length > 0 ? [`${named(extra)} is off, but its hooks are installed`] : []),
  ];
  return `The hooks in ${path} do not match the layers: ${parts.join('; ')}.`;
}

/** `notes (PostToolUseFailure)`. */
function named(lines: readonly string[]): string {
  const events = [...new Set(lines.map(eventOf))];
  return `${[...new Set(lines.map(layerOf))].join(', ')} (${events.join(', ')})`;
}

function layerOf(line: string): Layer | undefined {
  return hookEvent(eventOf(line))?.layer;
}

function eventOf(line: string): string {
  return String(JSON.parse(line)[0]);
}
