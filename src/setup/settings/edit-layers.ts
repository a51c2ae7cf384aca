import type { Layer } from '#src/lib/layers.ts';
import { withMember } from '#src/lib/edit-json.ts';
import { isFault, type SettingsFault, settingsTree, unmarked, valueUnder } from '#src/lib/settings-text.ts';

/**
 * The text of `config.json` with these layers, for a path in `layersByPath`, or for all directories (`path` null). Every
 * other byte stays. An empty text becomes a new file. Returns the fault of a text that is not an object in JSON.
 */
export function withLayers(text: string, path: string | null, layers: readonly Layer[]): string | SettingsFault {
  const body = unmarked(text);
  const mark = text.slice(0, text.length - body.length);
  const list = `[${layers.map((layer) => JSON.stringify(layer)).join(', ')}]`;
  if (body.trim() === '') {
    const entry = path === null ? `"layers": ${list}` : `"layersByPath": {\n    ${JSON.stringify(path)}: ${list}\n  }`;
    return `${mark}{\n  ${entry}\n}\n`;
  }
  const tree = settingsTree(body);
  if (isFault(tree)) return tree;
  const container = path === null ? tree : valueUnder(tree, 'layersByPath');
  if (!container) return mark + withMember(body, tree, { key: 'layersByPath', value: { [String(path)]: layers } });
  const key = path ?? 'layers';
  const old = valueUnder(container, key);
  if (!old) return mark + withMember(body, container, { key, value: layers });
  return mark + body.slice(0, old.offset) + list + body.slice(old.offset + old.length);
}
