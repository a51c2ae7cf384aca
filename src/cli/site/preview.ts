import { existsSync, readFileSync } from 'node:fs';
import { type TokenGate, tokenGate } from '#content-loader/token-gate.ts';
import { type CommandHelp, defineCommand } from '../command.ts';
import { ChronicleError, isErrno } from '#src/lib/chronicle-error.ts';
import { settleSite } from '#src/server/site-output.ts';
import { TOKEN_NOTE, TOKEN_OPTION, readPort } from '../option-values.ts';
import { printText, say } from '../terminal/print.ts';
import { listen, sitePlace } from './site-place.ts';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import compression from '@polka/compression';
import sirv from 'sirv';
import { MALFORMED_ADDRESS } from '#content-loader/admission.ts';
import { FOREIGN_HOST, isOwnHost, secure } from '#content-loader/guarded-server.ts';
import { SEARCH_WORKER } from '#src/index/site-search.ts';
import { leavesSite, pathOf } from '#src/server/site-files.ts';
import { SEARCH_POLICY, contentSecurityPolicy } from '#src/lib/text/content-security-policy.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle build && chronicle preview', 'builds your archive and serves it'],
    ['chronicle build --sample && chronicle preview --sample', 'builds the sample archive and serves it'],
  ],
};

export const command = defineCommand({
  meta: { name: 'chronicle preview', description: 'Serve the built site on this machine' },
  args: {
    dir: { type: 'string', valueHint: 'directory', description: 'Directory given to `build --out`' },
    sample: { type: 'boolean', description: 'Serve what `build --sample` wrote instead of your own site' },
    port: {
      type: 'string',
      valueHint: 'port',
      default: '4322',
      description: 'Port on 127.0.0.1; 0 picks a free one',
    },
    token: TOKEN_OPTION,
  },
  async run({ args, io }) {
    const port = readPort(args.port);
    const isSample = args.sample ?? false;
    const directory = sitePlace(io.env, { directory: args.dir, isSample });
    settleSite(directory);
    if (!existsSync(`${directory}/index.html`)) throw noSite(directory, isSample);
    const stopped = io.untilStopped();
    const gate = args.token ? tokenGate() : undefined;
    const server = await previewServer(directory, gate);
    const address = `http://127.0.0.1:${await listen(server, port).catch((error) => refused(error, port))}/`;
    printText(io, `${gate?.addressAt(address) ?? address}\n`);
    if (gate) say(io, TOKEN_NOTE);
    say(io, `Serving ${directory}. Press Ctrl-C to stop.`);
    await stopped;
    server.close();
    server.closeAllConnections();
  },
});

function noSite(directory: string, isSample: boolean): ChronicleError {
  const [build, inClone] = isSample ? ['build --sample', 'build -- --sample'] : ['build', 'build'];
  return new ChronicleError(
    'CHRONICLE_NO_SITE',
    `No site in ${directory} yet. Build one with \`chronicle ${build}\` (in a clone: npm run ${inClone}).`,
  );
}

function refused(error: unknown, port: number): never {
  if (!isErrno(error, 'EADDRINUSE')) throw error;
  throw new ChronicleError(
    'CHRONICLE_PORT_TAKEN',
    `Port ${port} is in use. Choose another with --port, or 0 for any free one.`,
  );
}

/** How long an answer waits for a new site (ms). */
const PATIENCE = 10_000;
const RETRY_EVERY = 5;

/** Serves a built site from its directory, reading files at each request. The caller starts listening. With a gate, only its browser gets answers. */
export async function previewServer(directory: string, gate?: TokenGate): Promise<Server> {
  const compress = compression();
  // `dev` reads the disk at each request, so the site can be rebuilt in the meantime.
  const serve = sirv(directory, { dev: true, etag: true, gzip: true, setHeaders: nameEncoding });
  const policy = `${await contentSecurityPolicy()}; frame-ancestors 'none'`;
  return createServer(async (request, response) => {
    secure(response);
    // Also of an answer without content (304), whose headers replace those that the browser has kept.
    const isSearching = pathOf(request.url ?? '')?.endsWith(`/${SEARCH_WORKER}`);
    response.setHeader('Content-Security-Policy', isSearching ? SEARCH_POLICY : policy);
    const refusal = refusalOf(request);
    const answer = isOwnHost(request.headers.host) ? gate?.answerTo(request) : undefined;
    if (answer) refuse(response, answer.status, answer.sentence, answer.headers);
    else if (refusal) refuse(response, ...refusal);
    else if (!(await isSettled(directory))) refuse(response, 503, 'The site is being replaced. Try again.');
    else if (isHidden(directory, request)) notFound(directory, response);
    else {
      // Nothing here is large, and an invalid range would crash the server.
      delete request.headers.range;
      compress(request, response, () => serve(request, response, () => notFound(directory, response)));
    }
  });
}

/** Waits for the moment in which a build puts a new site in place. */
async function isSettled(directory: string): Promise<boolean> {
  const end = Date.now() + PATIENCE;
  while (!settleSite(directory)) {
    if (Date.now() > end) return false;
    await setTimeout(RETRY_EVERY);
  }
  return true;
}

/** A Markdown file does not state its own encoding. */
function nameEncoding(response: ServerResponse, path: string): void {
  if (path.endsWith('.md')) response.setHeader('Content-Type', 'text/markdown; charset=utf-8');
}

function refusalOf({
  headers,
  method = '',
  url = '',
}: IncomingMessage): [status: number, sentence: string] | undefined {
  if (!isOwnHost(headers.host)) return [403, FOREIGN_HOST];
  if (!['GET', 'HEAD'].includes(method)) return [405, 'This server only shows pages.'];
  return pathOf(url) === undefined ? [400, MALFORMED_ADDRESS] : undefined;
}

/** Dot files belong to the build, and linked files to others. */
function isHidden(directory: string, { url = '' }: IncomingMessage): boolean {
  const path = pathOf(url) ?? '';
  return /[/\\]\./.test(path) || leavesSite(directory, path);
}

function notFound(directory: string, response: ServerResponse): void {
  const page = `${directory}/404.html`;
  if (existsSync(page) && !leavesSite(directory, '/404.html')) {
    response.writeHead(404, { 'Content-Type': 'text/html;charset=utf-8' });
    response.end(readFileSync(page));
  } else refuse(response, 404, 'Page not found.');
}

function refuse(
  response: ServerResponse,
  status: number,
  sentence: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'text/plain;charset=utf-8', ...headers });
  response.end(`${sentence}\n`);
}
