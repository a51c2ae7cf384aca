/* Vitest runs this before each test file, even if files share their modules. */
import fc from 'fast-check';
import { afterAll } from 'vitest';
import './finished-matchers.ts';
import { removeTemporaryDirectories } from './temporary-directory.ts';

// With a fixed seed, a commit gives the same result everywhere. `npm run test:fuzz` tries other seeds.
fc.configureGlobal({ seed: 20_261_122 });

afterAll(removeTemporaryDirectories);
