import { defineCommand } from './command.ts';
import type { CommandHelp } from './command.ts';
import { say } from './terminal/print.ts';

export const help: CommandHelp = {
  usage: '',
  examples: [
    [
      'claude mcp add --scope user chronicle -- chronicle mcp',
      'let Claude Code start it; any other client takes the command chronicle with the argument mcp',
    ],
    ['claude mcp remove chronicle', 'undo that'],
  ],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle mcp',
    description:
      'Let a client of the Model Context Protocol ask the archive, over stdin and stdout. Its tools recall and read only read. For clients that have no shell: an agent that has one runs chronicle recall',
  },
  async run({ io }) {
    if (io.stdin.isTerminal) {
      say(io, 'A client starts this command and speaks its protocol on stdin: chronicle mcp --help says how.');
      return 2;
    }
    // The library that speaks the protocol is larger than all commands together.
    const { serveTools } = await import('./mcp-server.ts');
    await serveTools(io);
    return 0;
  },
});
