/** A configuration directory of its own, and the command line over it. It is removed after the tests of the file. */

import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { type Finished, runCommand } from './run-command.ts';

export class CommandBox {
  readonly config: string;
  /** The checkout that commands run in. */
  readonly checkout: string;

  constructor(name: string, checkout: string) {
    this.config = temporaryDirectory(name);
    this.checkout = join(this.config, checkout);
    mkdirSync(this.checkout);
  }

  environment(changes: Record<string, string> = {}): Record<string, string> {
    const { PATH = '' } = process.env;
    return {
      PATH: `${dirname(process.execPath)}:${PATH}`,
      TZ: 'UTC',
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      HOME: join(this.config, 'no-home'),
      CLAUDE_CONFIG_DIR: this.config,
      CHRONICLE_NO_HARVEST: '1',
      ...changes,
    };
  }

  /** Runs the command line in the checkout. */
  run(...args: string[]): Promise<Finished> {
    return this.runWith({}, ...args);
  }

  runWith(env: Record<string, string>, ...args: string[]): Promise<Finished> {
    return runCommand(args, { env: this.environment(env), cwd: this.checkout });
  }
}
