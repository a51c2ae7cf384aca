/* Vitest runs this before each file of tests, also where files share their modules. */
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { removeTemporaryDirectories } from './temporary-directory.ts';

// The same commit gives the same result everywhere; `npm run test:fuzz` looks for what this seed does not show.
fc.configureGlobal({ seed: 20_261_122 });

afterAll(removeTemporaryDirectories);
