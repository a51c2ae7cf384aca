import { provideArchive, sharedMemory } from '#content-loader/current-archive.ts';
import { chronicleIntegration } from '#content-loader/integration.ts';
import { ownPlace, provideServed, samplePlace } from '#content-loader/served-archive.ts';
import { siteConfig } from '#content-loader/site-config.ts';
import { type TokenGate, tokenGate } from '#content-loader/token-gate.ts';
import { type CommandHelp, defineCommand } from '../command.ts';
import { type Archive, type ArchiveSnapshot, openArchive, openDisplayedArchive } from '#src/archive/archive.ts';
import { writeMemoryIndex } from '#src/memory/write-memory-index.ts';
import { installed, packageRoot } from '#src/lib/package-root.ts';
import { makeDirectory } from '#src/lib/private-directory.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';
import { pageServer } from '#src/server/page-server.ts';
import { loadPages } from '#src/server/pages.ts';
import { harvestInto } from '../own-archive.ts';
import { archiveSettings } from '../own-roots.ts';
import { TOKEN_NOTE, TOKEN_OPTION, readPort } from '../option-values.ts';
import type { Io } from '../terminal/io.ts';
import { printText, say } from '../terminal/print.ts';
import { Progress } from '../terminal/progress.ts';
import { listenFrom, requireNode } from './site-place.ts';
import { spawn } from 'node:child_process';
import { platform } from 'node:os';

/** How long work that no page waits for is put off (ms). */
const QUIET_MS = 5000;
/** How often transcripts are looked at (ms): a look costs some milliseconds. */
const LOOK_EVERY_MS = 60_000;

export const help: CommandHelp = {
  examples: [
    ['chronicle dev --open', 'opens your archive in the browser; new events appear as they are logged'],
    ['chronicle dev --token', 'on a machine with other users: prints an address that lets one browser in, once'],
    ['chronicle dev --sample', 'shows a sample archive with four months of sessions'],
  ],
};

export const command = defineCommand({
  meta: { name: 'chronicle dev', description: 'Browse the archive in a local site that updates as you work' },
  args: {
    sample: { type: 'boolean', description: 'Show the sample archive instead of your own' },
    port: {
      type: 'string',
      valueHint: 'port',
      default: '4321',
      description: 'Port on 127.0.0.1, or the next free one',
    },
    open: { type: 'boolean', description: 'Open the site in the browser' },
    token: TOKEN_OPTION,
    vite: { type: 'boolean', description: 'For work on the site itself: show changes of its sources at once' },
  },
  async run({ args, io }) {
    const port = readPort(args.port);
    const isOpened = args.open ?? false;
    if (args.token && isOpened) throw visibleToken();
    const gate = args.token ? tokenGate() : undefined;
    const paths = pathsIn(io.env);
    const stopped = io.untilStopped();
    const start = args.vite ? startVite : startServer;
    const open = () => {
      makeStateDirectory(paths);
      return openFor(io, paths, args.sample ?? false);
    };
    const { archive, ...server } = await start(io, { paths, gate, port, isOpened, open });
    say(io, introduction(archive.snapshot, paths, args.sample ?? false));
    announceOwn(io, archive);
    const unfollow = followMemories(paths, archive);
    const unread = followTranscripts(io, paths, archive);
    const address = addressOf(server.port);
    printText(io, `${gate?.addressAt(address) ?? address}\n`);
    if (gate) say(io, TOKEN_NOTE);
    await stopped;
    unfollow();
    unread();
    archive.close();
    await server.stop();
  },
});

interface Start {
  paths: Paths;
  gate: TokenGate | undefined;
  port: number;
  isOpened: boolean;
  /** Opens the archive to show. */
  open(): Archive;
}

interface Started {
  archive: Archive;
  port: number;
  stop(): Promise<void>;
}

/** Serves pages with their compiled code. */
async function startServer(io: Io, { paths, gate, port, isOpened, open }: Start): Promise<Started> {
  requireNode();
  const pages = loadPages(io.env, (work) => shown(io, 'Compiling pages, once for this version', work));
  pages.catch(() => {});
  const archive = open();
  provideServed(archive, io.env);
  const failed = (path: string, error: unknown) => say(io, `${path} could not be shown: ${reasonOf(error)}.`);
  const { server, stop } = pageServer({ pages: await pages, archive, paths, env: io.env, gate, failed });
  const own = await listenFrom(server, port);
  if (isOpened) {
    const unopened = () => say(io, `No browser could be started. Open ${addressOf(own)}`);
    openBrowser(addressOf(own), io.env.variables, unopened);
  }
  return { archive, port: own, stop: async () => stop() };
}

/** Says on a terminal what is being done, if it takes long. */
async function shown<Result>({ stderr }: Io, doing: string, work: () => Promise<Result>): Promise<Result> {
  const progress = new Progress(stderr);
  progress.say(doing);
  return work().finally(() => progress.end());
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.replace(/\.$/, '') ?? '';
}

function addressOf(port: number): string {
  return `http://127.0.0.1:${port}/`;
}

/** Serves pages from their sources with Astro and Vite. */
async function startVite(io: Io, { paths, gate, port, isOpened, open }: Start): Promise<Started> {
  const astro = await loadAstro(io.env);
  const archive = open();
  provideArchive(archive);
  const { server: usual, ...config } = siteConfig(paths, chronicleIntegration(paths, gate));
  const root = packageRoot();
  // Astro resolves modules from the working directory.
  io.changeDirectory(root);
  const server = await astro.dev({
    ...{ ...config, root, configFile: false, logLevel: 'error' },
    server: { ...usual, port, open: isOpened },
  });
  return { archive, port: server.address.port, stop: () => server.stop() };
}

/**
 * Astro, loaded when a command needs it, with telemetry and its update check turned off. Refuses an older Node
 * (CHRONICLE_OLD_NODE) and a copy without packages (CHRONICLE_NOT_INSTALLED).
 */
function loadAstro({ variables: env }: Env): Promise<typeof import('astro')> {
  requireNode();
  env.ASTRO_TELEMETRY_DISABLED = '1';
  env.ASTRO_DISABLE_UPDATE_CHECK = 'true';
  return installed('astro', () => import('astro'));
}

function visibleToken(): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_WRONG_USE',
    '--token and --open cannot be combined: other users can read the address that a browser is started with. Leave out --open, and open the printed address yourself.',
  );
}

/** Creates the directory of the owner's decisions, so that the archive can watch it from the beginning. */
function makeStateDirectory({ state }: Paths): void {
  try {
    makeDirectory(state);
  } catch {
    // Nothing can be written there, so that nobody will decide anything.
  }
}

function openFor(io: Io, paths: Paths, isSample: boolean): Archive {
  const sample = samplePlace();
  if (isSample) return openArchive({ ...sample, origin: 'sample', watch: true });
  const own = ownPlace(paths, archiveSettings(io, paths));
  return openDisplayedArchive({ own, sample, watch: true });
}

function introduction({ origin, roots, sessions }: ArchiveSnapshot, paths: Paths, isAsked: boolean): string {
  const count = `${sessions.length} ${sessions.length === 1 ? 'session' : 'sessions'}`;
  if (origin === 'own') return `Showing your own archive: ${count} from ${roots.join(', ')}.`;
  if (isAsked) return `Showing the sample archive: ${count}.`;
  return `Showing the sample archive, as ${paths.projects} has no chronicles yet. Your first session will replace it.`;
}

/** Keeps the hooks' lookup of misses up to date, once nothing has changed for a while: pages come first. */
function followMemories(paths: Paths, archive: Archive): () => void {
  let timer: NodeJS.Timeout | undefined;
  const update = () => {
    const { snapshot } = archive;
    writeMemoryIndex(paths, snapshot, sharedMemory(snapshot.sessions));
  };
  const write = () => {
    clearTimeout(timer);
    timer = setTimeout(update, QUIET_MS);
  };
  write();
  let { sessions } = archive.snapshot;
  const unsubscribe = archive.subscribe((snapshot) => {
    if (snapshot.sessions !== sessions) write();
    sessions = snapshot.sessions;
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** Adds what the transcripts of sessions show, now and as they go on. Pages come first, so it waits a moment. */
function followTranscripts({ env }: Io, paths: Paths, archive: Archive): () => void {
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const read = async () => {
    const options = { patience: Number.POSITIVE_INFINITY, signal: ended.signal };
    await harvestInto(archive, env, paths, options).catch(() => null);
    if (!ended.signal.aborted) timer = setTimeout(read, LOOK_EVERY_MS);
  };
  timer = setTimeout(read, QUIET_MS);
  return () => {
    ended.abort();
    clearTimeout(timer);
  };
}

/** Announces the owner's first session, which replaces the sample. */
function announceOwn(io: Io, archive: Archive): void {
  if (archive.snapshot.origin === 'own') return;
  const unsubscribe = archive.subscribe(({ origin }) => {
    if (origin !== 'own') return;
    unsubscribe();
    say(io, 'Your first chronicle has arrived. Showing your own archive.');
  });
}

/** The program of a system that opens an address, and its first words. Other systems have `xdg-open`. */
const OPENERS: Partial<Record<NodeJS.Platform, [program: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address of ours in the person's browser. `failed` is called if none can be started. */
export function openBrowser(address: string, env: Env['variables'], failed: () => void): void {
  const [program, ...words] = OPENERS[platform()] ?? ['xdg-open'];
  const child = spawn(program, [...words, address], { env, stdio: 'ignore', detached: true, windowsHide: true });
  child.once('error', failed);
  child.unref();
}
