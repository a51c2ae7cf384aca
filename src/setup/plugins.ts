import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Layout } from '#src/lib/paths.ts';

/** An installed and enabled plugin of ours. */
export interface InstalledPlugin {
  /** `session-chronicle@<marketplace>`, its name in `claude plugin` commands. */
  id: string;
  /** The directory it runs from. */
  path: string;
  version: string | null;
}

const installedSchema = z.object({
  plugins: z.record(
    z.string(),
    z.array(z.looseObject({ installPath: z.optional(z.string()), version: z.optional(z.string()) })),
  ),
});
const marketplacesSchema = z.record(
  z.string(),
  z.looseObject({
    source: z.optional(z.looseObject({ source: z.optional(z.string()), path: z.optional(z.string()) })),
  }),
);
const settingsSchema = z.looseObject({ enabledPlugins: z.optional(z.record(z.string(), z.unknown())) });

/**
 * Our plugins in `installed_plugins.json` that settings enable; of several files, the last counts. Claude Code runs a plugin
 * of a directory marketplace from that directory, not from its own copy (2.1.329).
 */
export function installedPlugins({ config }: Layout, settingsFiles: readonly string[]): InstalledPlugin[] {
  const installed = read(`${config}/plugins/installed_plugins.json`, installedSchema)?.plugins ?? {};
  const marketplaces = read(`${config}/plugins/known_marketplaces.json`, marketplacesSchema) ?? {};
  const enabled = Object.assign({}, ...settingsFiles.map((path) => read(path, settingsSchema)?.enabledPlugins ?? {}));
  return Object.entries(installed).flatMap(([id, copies]) => {
    const [name, marketplace = ''] = id.split('@', 2);
    const [copy] = copies;
    if (name !== 'session-chronicle' || enabled[id] !== true || !copy) return [];
    const source = marketplaces[marketplace]?.source;
    const directory = source?.source === 'directory' ? source.path : undefined;
    const path = directory !== undefined && existsSync(`${directory}/hooks/hooks.json`) ? directory : copy.installPath;
    return path === undefined ? [] : [{ id, path, version: copy.version ?? null }];
  });
}

function read<Schema extends z.ZodMiniType>(path: string, schema: Schema): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, '')));
  } catch {
    return null;
  }
}
