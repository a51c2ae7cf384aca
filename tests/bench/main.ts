/**
 * Figures, as ratios against a baseline measured in the same run:
 *
 *     npm run bench                        all benchmarks
 *     npm run bench -- hooks search        some of them
 *     npm run bench -- harvest --set held-out
 *
 * Machines differ and are noisy: compare rows of one table, never two runs.
 */
const BENCHES: Record<string, () => Promise<{ run: () => void | Promise<void> }>> = {
  hooks: () => import('./hooks.ts'),
  search: () => import('./search.ts'),
  harvest: () => import('./harvest.ts'),
  redaction: () => import('./redaction.ts'),
  effect: () => import('./effect.ts'),
  requests: () => import('./requests.ts'),
  pages: () => import('./pages.ts'),
};
const words = process.argv.slice(2);
const options = words.findIndex((word) => word.startsWith('--'));
const asked = options === -1 ? words : words.slice(0, options);
const unknown = asked.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown[0]}. The benchmarks are ${Object.keys(BENCHES).join(', ')}.`);
  process.exitCode = 2;
} else {
  for (const name of asked.length > 0 ? asked : Object.keys(BENCHES)) {
    console.log(`\n## ${name}\n`);
    await (await BENCHES[name]?.())?.run();
  }
}

export {};
