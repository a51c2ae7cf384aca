/**
 * Renders all pages of an archive into nothing, and prints what each kind of page cost as JSON:
 *
 *     CLAUDE_CONFIG_DIR=<directory> node rendered-kinds.ts
 */
import { ownPlace } from '#content-loader/archive-place.ts';
import { currentSnapshot, provideArchive } from '#content-loader/current-archive.ts';
import { postService } from '#content-loader/post-service.ts';
import { openArchive } from '#src/archive/archive.ts';
import { DEFAULTS } from '#src/lib/config.ts';
import { layoutIn, realWorld } from '#src/lib/world.ts';
import { loadPages, requestFor } from '#src/server/pages.ts';

/** The pages of one kind, the CPU time of all in seconds, and their bytes. */
export interface PageCost {
  kind: string;
  pages: number;
  cpu: number;
  bytes: number;
}

const world = realWorld();
const layout = layoutIn(world);
const pages = await loadPages(world);
const archive = openArchive({ ...ownPlace(layout, DEFAULTS), origin: 'own', watch: false });
provideArchive(archive, { posts: postService(currentSnapshot, { isDev: false, world }) });

const costs = new Map<string, PageCost>();
/** What was used when the last page was written. */
let before = used();
let last = 'addresses';
for (const address of await pages.addresses()) {
  const page = await pages.render(requestFor(address));
  charge(kindOf(address.replace(/\/$/, '/index.html').slice(1)), new Uint8Array(await page.arrayBuffer()));
}
process.stdout.write(JSON.stringify([...costs.values()]));

/**
 * Charges what was used since the last page. After the first page of a kind, what earlier kinds left is collected at nobody's
 * cost, so that a kind pays only for collections that its own pages cause.
 */
function charge(kind: string, content: Uint8Array | ''): void {
  const cost = costs.get(kind) ?? { kind, pages: 0, cpu: 0, bytes: 0 };
  const now = used();
  cost.cpu += now - before;
  cost.pages++;
  cost.bytes += content.length;
  costs.set(kind, cost);
  if (kind !== last) globalThis.gc?.();
  last = kind;
  before = used();
}

function used(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** `sessions html` for `sessions/larder/2026-11-20-main/index.html`. */
function kindOf(path: string): string {
  const [first = ''] = path.split('/', 1);
  return path.includes('/') ? `${first} ${path.slice(path.lastIndexOf('.') + 1)}` : 'others';
}
