import { join } from 'node:path';
import { ROOT } from './root.ts';

/**
 * Node's compile cache for the processes that tests start. Half of the time of a command that runs from its
 * sources goes into stripping their types, which is the same work each time.
 */
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/session-chronicle/compiled');
