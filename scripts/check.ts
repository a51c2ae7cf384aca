/**
 * Runs all checks of `npm run check`, side by side. TypeScript 7 checks modules and Astro's own checker the components: that one
 * takes three times as long for both. Both need the types that Astro generates. Prints what the failing ones say.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const CHECKS = ['build:package', 'check:astro', 'check:types', 'check:lint', 'check:unused', 'check:format'];

const faults = (await fault('generate:types')) ? [true] : await Promise.all(CHECKS.map(fault));
process.exitCode = faults.some(Boolean) ? 1 : 0;

/** Runs a script of package.json with the npm that runs this one. Whether it failed. */
async function fault(name: string): Promise<boolean> {
  const { npm_execpath: npm = '' } = process.env;
  const [program, before] = /npm-cli\.js$/.test(npm) ? [process.execPath, [npm]] : ['npm', []];
  const child = spawn(program, [...before, 'run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code !== 0) process.stderr.write(`npm run ${name} fails:\n${said}${complained}\n`);
  return code !== 0;
}
