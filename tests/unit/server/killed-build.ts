/**
 * Builds a site and kills itself at a change of the disk:
 *
 *     node killed-build.ts <site> <content> <number of the change> <file>…
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [site = '', content = '', moment = '', ...paths] = process.argv.slice(2);
const { openOutput } = await import('#src/server/site-output.ts');
let left = Number(moment);
for (const name of ['renameSync', 'rmSync', 'writeFileSync', 'rmdirSync', 'mkdirSync', 'linkSync'] as const) {
  const usual: (...args: never[]) => unknown = fs[name];
  Object.assign(fs, {
    [name]: (...args: never[]) => {
      if (left-- === 0) process.kill(process.pid, 'SIGKILL');
      return usual(...args);
    },
  });
}
syncBuiltinESMExports();
const output = openOutput(site);
for (const path of paths) output.write(path, `${path} ${content}`);
output.seal({ key: '', roots: [], sessions: 0, problems: [], broken: 0 });
