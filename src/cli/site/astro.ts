import { installed } from '#src/lib/installed.ts';
import type { Env } from '#src/lib/env.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';

/**
 * Astro, loaded when a command needs it, with telemetry and its update check turned off. Refuses an older Node
 * (CHRONICLE_OLD_NODE) and a copy without packages (CHRONICLE_NOT_INSTALLED).
 */
export function loadAstro({ variables: env }: Env): Promise<typeof import('astro')> {
  requireNode();
  env.ASTRO_TELEMETRY_DISABLED = '1';
  env.ASTRO_DISABLE_UPDATE_CHECK = 'true';
  return installed('astro', () => import('astro'));
}

/** Astro 7 and Vite 8 need this; on an older Node they fail later with an obscure error. Refuses it (CHRONICLE_OLD_NODE). */
export function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) return;
  throw new ChronicleError(
    'CHRONICLE_OLD_NODE',
    `This command needs Node 22.12 or newer; this is Node ${process.versions.node}. In a clone, npm run dev, build and preview use a newer Node that npm ci installs.`,
  );
}
