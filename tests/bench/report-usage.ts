/** Loaded with --import into a process under measurement: writes what it took when it ends. */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const path = process.env.BENCH_USAGE;
  if (path) writeFileSync(path, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, rss: maxRSS / 1024 }));
});
