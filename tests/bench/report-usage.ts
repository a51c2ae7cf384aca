/** Loaded with --import into the processes of a measured command: each writes what it used when it exits. */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const path = process.env.BENCH_USAGE;
  if (path)
    writeFileSync(
      `${path}.${process.pid}`,
      JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, rss: maxRSS / 1024 }),
    );
});
