/**
 * Figures, as ratios against a baseline measured in the same run:
 *
 *     npm run bench                       all benchmarks
 *     npm run bench -- hook search        some of them
 *     npm run bench -- transcripts --mb 500  one with an option
 *     npm run bench -- site --no-facts     sessions with chronicles only
 *     npm run bench -- site --notebooks    sessions with notes and observations
 *
 * Machines differ and are noisy: compare rows of one table, never two runs.
 */
const BENCHES: Record<string, () => Promise<{ run: () => Promise<void> }>> = {
  hook: () => import('./hook.ts'),
  groups: () => import('./groups.ts'),
  tried: () => import('./tried.ts'),
  effect: () => import('./effect.ts'),
  site: () => import('./site.ts'),
  search: () => import('./search.ts'),
  'search-page': () => import('./search-page.ts'),
  recall: () => import('./recall.ts'),
  'recall-quality': () => import('./recall-quality.ts'),
  redaction: () => import('./redaction.ts'),
  transcripts: () => import('./import-transcripts.ts'),
  import: () => import('./import.ts'),
  harvest: () => import('./harvest.ts'),
  transcript: () => import('./transcript.ts'),
  prompts: () => import('./prompts.ts'),
  titles: () => import('./titles.ts'),
  requests: () => import('./requests.ts'),
};

const words = process.argv.slice(2);
const options = words.findIndex((word) => word.startsWith('--'));
const asked = options === -1 ? words : words.slice(0, options);
const unknown = asked.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown[0]}. The benchmarks are ${Object.keys(BENCHES).join(', ')}.`);
  process.exitCode = 2;
} else {
  for (const [name, load] of Object.entries(BENCHES)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    console.log(`\n## ${name}\n`);
    await (await load()).run();
  }
}

export {};
