import { join } from 'node:path';
import { ROOT } from './root.ts';

/**
 * Where Node keeps what it compiled, for the processes that tests start: half of the time of a command that runs from its
 * sources goes into stripping their types, and they are the same each time.
 */
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/session-chronicle/compiled');
