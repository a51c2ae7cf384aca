import { fileURLToPath } from 'node:url';

/**
 * Where Node keeps what it compiled, for the processes that tests start: half of the time of a command that runs from its
 * sources is taking their types out, and they are the same each time.
 */
export const COMPILE_CACHE = fileURLToPath(
  new URL('../node_modules/.cache/session-chronicle/compiled', import.meta.url),
);
