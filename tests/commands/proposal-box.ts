import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventId } from '#src/format/event-id.ts';
import { type HistoryLine, parseHistory } from '#src/memory/history.ts';
import { parseProposals, type Proposal } from '#src/memory/proposals.ts';
import { expect } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicle } from '../hooks/chronicle-text.ts';
import { type Finished, runCommand } from './run-command.ts';

export const SESSION = 'session-one';
export const OTHER = 'session-two';
export const MISS = eventId('MEMORY-MISS', 'Floats for money again');

interface Surroundings {
  input?: string;
  env?: Record<string, string>;
  parentPid?: number;
}

/** A memory file as Claude Code writes it. */
export function memory(name: string, description: string, body = 'Amounts are integers.'): string {
  return `---\nname: ${name}\ndescription: ${description}\nmetadata:\n  type: feedback\n---\n\n${body}\n`;
}

export const MONEY = memory('money-in-cents', 'Amounts are integer cents');
export const STRONGER = MONEY.replace('integers.', 'integers. Never floats.');
export const NEW = { action: 'NEW', file: 'feedback_money.md', text: MONEY };

export class Box {
  readonly root = temporaryDirectory('memory');
  readonly config = join(this.root, 'config');
  readonly directory = join(this.config, 'projects/-home-robin-tide');
  readonly chronicle = join(this.directory, 'chronicle');
  readonly memories = join(this.directory, 'memory');
  readonly backups = join(this.chronicle, 'memory/backups');

  constructor() {
    mkdirSync(this.memories, { recursive: true });
    mkdirSync(this.chronicle, { recursive: true });
    const events = ['- 09:00 [MEMORY-MISS] Floats for money again', '- 09:10 [USER-CORRECTION] Cents'];
    for (const [name, id] of [
      ['2026-03-24-main', SESSION],
      ['2026-03-25-main', OTHER],
    ] as const) {
      writeFileSync(join(this.chronicle, `${name}.md`), chronicle({ id, events, extra: ['cwd: /home/robin/tide'] }));
    }
  }

  /** Runs `chronicle memory …` for the session, without a terminal. */
  run(args: readonly string[], { input = '', env = {}, parentPid }: Surroundings = {}): Promise<Finished> {
    return runCommand(this.words(args, env), { env: this.environment(env), cwd: this.root, input, parentPid });
  }

  environment(changes: Record<string, string> = {}): Record<string, string> {
    const { PATH = '' } = process.env;
    return { PATH, TZ: 'UTC', HOME: this.root, CLAUDE_CONFIG_DIR: this.config, ...changes };
  }

  /** The arguments of such a command, with the session unless they or the environment name one. */
  words(args: readonly string[], env: Record<string, string> = {}): string[] {
    const isNamed =
      args.some((word) => word.startsWith('--session') || word.startsWith('--project')) || env.CLAUDE_CODE_SESSION_ID;
    return ['memory', ...args, ...(isNamed ? [] : ['--session', SESSION])];
  }

  /** Files proposals, with default events and reason, and returns them as stored. */
  async propose(...proposals: object[]): Promise<Proposal[]> {
    const filled = proposals.map((each) => ({ events: [MISS], reason: 'Floats again.', ...each }));
    const { code, stderr } = await this.run(['propose'], { input: JSON.stringify({ proposals: filled }) });
    if (code !== 0) throw new Error(`The proposals were refused: ${stderr}`);
    return this.proposals().slice(-proposals.length);
  }

  /** The text of a memory, or null. */
  memory(file: string): string | null {
    const path = join(this.memories, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.memories, file), text);
  }

  proposals(): Proposal[] {
    const path = join(this.chronicle, 'memory/proposals.jsonl');
    return existsSync(path) ? parseProposals(readFileSync(path, 'utf8')).value : [];
  }

  /** Fails on an invalid line. */
  history(): HistoryLine[] {
    const path = join(this.chronicle, 'memory-ledger.jsonl');
    const { value, problems } = parseHistory(existsSync(path) ? readFileSync(path, 'utf8') : '');
    if (problems.length > 0) throw new Error(JSON.stringify(problems));
    return value;
  }

  /** All files that a change may touch, by path. A refusal must leave them alone. */
  files(): Record<string, string> {
    return Object.fromEntries(
      readdirSync(this.directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
        .map((path) => [path.slice(this.directory.length + 1), readFileSync(path, 'latin1')]),
    );
  }

  /** Work files and locks that were not removed. */
  leftovers(): string[] {
    return Object.keys(this.files()).filter((path) => path.includes('.tmp/'));
  }
}

/** A box that is removed after the tests of the file. */
export function openBox(): Box {
  return new Box();
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A project with the memory feedback_money.md and its entry in MEMORY.md. */
export function boxWithMoney(): Box {
  const box = openBox();
  box.write('feedback_money.md', MONEY);
  const cents = '- [Cents](feedback_money.md) — Amounts are integer cents';
  box.write('MEMORY.md', `# Memory\n\n${cents}\n- [Dates](dates.md) — UTC\n`);
  return box;
}

export async function applied(box: Box, proposal: object): Promise<string> {
  const [{ id } = { id: '' }] = await box.propose(proposal);
  expect(await box.run(['apply', id, '--yes'])).toMatchObject({ code: 0, stderr: '' });
  return id;
}
