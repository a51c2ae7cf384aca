/**
 * An archive of one project for tests of the memory commands:
 *
 *     const box = openMemoryBox();
 *     box.session('2026-08-04', '[MEMORY-MISS] feedback_money.md: a float again');
 *     box.memory('feedback_money.md');
 *     await box.run('memory', 'list');
 */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HistoryLine } from '#src/memory/history.ts';
import type { Proposal } from '#src/memory/proposals.ts';
import { aHistoryLine, aProposal } from '#tests/support/memory-lines.ts';
import { CommandBox } from './command-box.ts';

export class MemoryBox extends CommandBox {
  constructor() {
    super('memory', 'inkwell');
  }

  get project(): string {
    return join(this.config, 'projects', this.checkout.replace(/[^A-Za-z0-9]/g, '-'));
  }

  get memoryDirectory(): string {
    return join(this.project, 'memory');
  }

  get proposals(): string {
    return join(this.project, 'chronicle/memory/proposals.jsonl');
  }

  /** Writes a session with these events, and returns its id. */
  session(date: string, ...events: string[]): string {
    const id = `5e551011-${date}`;
    const lines = events.map((event, i) => `- ${10 + i}:00 ${event}`);
    this.#write(
      join(this.project, 'chronicle', `${date}-main.md`),
      `---\nsession_id: ${id}\ndate: ${date}\nbranch: main\ntask:\nstarted: ${date}T09:00:00Z\ncwd: ${this.checkout}\nutc_offset: +00:00\n---\n\n## Events\n\n${lines.join('\n')}\n\n## Summary\n\nA day.\n`,
    );
    return id;
  }

  /** Writes the notebook of a session of this day: lines below their headings. */
  notebook(date: string, sections: Readonly<Record<string, readonly string[]>>): void {
    const listed = (lines: readonly string[]) => lines.map((line) => `- 10:00 ${line}\n`).join('');
    const parts = Object.entries(sections).map(([heading, lines]) => `\n## ${heading}\n\n${listed(lines)}`);
    const path = join(this.project, 'chronicle/notebooks', `${date}-main.md`);
    this.#write(path, `---\nsession_id: 5e551011-${date}\n---\n${parts.join('')}`);
  }

  /** Writes a memory file, and returns its text. */
  memory(file: string, { description = `What ${file} is about`, body = 'Do it so.', type = 'feedback' } = {}): string {
    const text = memoryText(file.replace(/\.md$/, '').replaceAll('_', '-'), description, body, type);
    this.#write(join(this.memoryDirectory, file), text);
    return text;
  }

  /** Writes MEMORY.md with an entry for each file, or with a text. */
  index(...files: string[]): void {
    const text = files.map((file) => (file.includes('\n') ? file : `- [${file}](${file}) — hook\n`)).join('');
    this.#write(join(this.memoryDirectory, 'MEMORY.md'), text);
  }

  history(line: Partial<HistoryLine>): void {
    const whole = aHistoryLine({ id: `l-${sha256(JSON.stringify(line)).slice(0, 6)}`, after: null, ...line });
    const path = join(this.project, 'chronicle/memory-ledger.jsonl');
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, `${JSON.stringify(whole)}\n`);
  }

  proposal(proposal: Partial<Proposal>): void {
    const whole = aProposal({ proposed: '2026-09-01T10:00:00Z', ...proposal });
    mkdirSync(dirname(this.proposals), { recursive: true });
    appendFileSync(this.proposals, `${JSON.stringify(whole)}\n`);
  }

  #write(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** A box that is removed after the tests of the file. */
export function openMemoryBox(): MemoryBox {
  return new MemoryBox();
}

export function memoryText(name: string, description: string, body: string, type = 'feedback'): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\nmetadata:\n  type: ${type}\n---\n\n${body}\n`;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
