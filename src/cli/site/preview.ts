import { existsSync } from 'node:fs';
import { tokenGate } from '#content-loader/token-gate.ts';
import { defineCommand } from '#src/cli/command.ts';
import { ChronicleError, isErrno } from '#src/lib/chronicle-error.ts';
import { settleSite } from '#src/server/site-output.ts';
import type { CommandHelp } from '../command.ts';
import { readPort, TOKEN_NOTE, TOKEN_OPTION } from '../option-values.ts';
import { printText, say } from '../terminal/print.ts';
import { listen } from './listen.ts';
import { previewServer } from './preview-server.ts';
import { sitePlace } from './site-place.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle build && chronicle preview', 'builds your archive and serves it'],
    ['chronicle build --sample && chronicle preview --sample', 'builds the sample archive and serves it'],
  ],
  files: [
    ['<config>/session-chronicle/site/', 'the site, unless --dir names another directory'],
    ['<config>/session-chronicle/cache/sample-site/', 'the site of the sample'],
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
