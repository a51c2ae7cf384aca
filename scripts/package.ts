/**
 * Packs the npm package and checks it:
 *
 *     npm run build:package              writes dist-package
 *     npm run build:package -- --out DIR writes elsewhere
 *
 * Bundles must be those of a fresh build, compiled pages must need no package, and publint must find nothing.
 * Prints the path of the tarball; exits with 1 if anything is wrong.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { pack, pageFaults } from './package-faults.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist-package') } } });

execFileSync(process.execPath, [join(root, 'scripts/compile-pages.ts')], { stdio: 'inherit' });
const packed = pack(root, resolve(values.out));
const faults = [...staleBundles(), ...(await pageFaults(root)), ...(await remarks())];
for (const fault of faults) process.stderr.write(`${fault}\n`);
const [size, unpacked] = [packed.size, packed.unpackedSize].map((bytes) => `${(bytes / 1e6).toFixed(2)} MB`);
process.stderr.write(`${packed.files.length} files, ${size} packed, ${unpacked} unpacked.\n`);
if (faults.length === 0) process.stdout.write(`${packed.path}\n`);
else {
  rmSync(packed.path);
  process.exitCode = 1;
}

function staleBundles(): string[] {
  const fresh = mkdtempSync(join(tmpdir(), 'chronicle-bundle-'));
  execFileSync(process.execPath, [join(root, 'scripts/bundle.ts'), '--out', fresh]);
  const stale = readdirSync(fresh).filter((name) => {
    const packed = join(root, 'hooks/dist', name);
    return !existsSync(packed) || !readFileSync(packed).equals(readFileSync(join(fresh, name)));
  });
  rmSync(fresh, { recursive: true });
  return stale.map((name) => `hooks/dist/${name} is not up to date. Run npm run bundle first.`);
}

async function remarks(): Promise<string[]> {
  const tarball = readFileSync(packed.path);
  const { messages, pkg } = await publint({
    strict: true,
    pack: { tarball: tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.length) },
  });
  return messages.map((message) => `publint: ${formatMessage(message, pkg) ?? message.code}`);
}
