import { ChronicleError, isErrno } from '../node/chronicle-error.ts';
import { packageRoot } from '../node/package-root.ts';

/**
 * Astro, loaded when a command needs it. It is kept from sending telemetry and from asking the
 * network for a newer version of itself. Refuses (CHRONICLE_NOT_INSTALLED) in a copy without packages.
 */
export function loadAstro(): Promise<typeof import('astro')> {
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  process.env.ASTRO_DISABLE_UPDATE_CHECK = 'true';
  // biome-ignore lint/style/noRestrictedImports: this is where the commands load Astro.
  return installed('astro', () => import('astro'));
}

/** Loads a package; where it is missing, one sentence says which it is and how to get it. */
export async function installed<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isErrno(error, 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND')) throw error;
    throw new ChronicleError(
      'CHRONICLE_NOT_INSTALLED',
      `This command needs the package ${name}, and ${packageRoot()} has no packages installed. Run npm ci there first.`,
    );
  }
}
