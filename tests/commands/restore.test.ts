import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acknowledgedNoteLine } from '#src/chronicle/notebook/acknowledged-notes.ts';
import { noteAcknowledged } from '#src/node/session/acknowledged-file.ts';
import { layoutOf } from '#src/project/paths.ts';
import { openMemoryBox } from './memory-box.ts';

describe('chronicle restore', () => {
  it('puts the notes of a session back whose chronicle was renamed', async () => {
    const box = openMemoryBox();
    const id = box.session('2026-03-24', '[DECISION] A latch');
    box.notebook('2026-03-24', { Discovered: ['Brass bends'] });
    for (const text of ['Brass bends', 'Steel rusts'])
      noteAcknowledged(layoutOf(box.config), id, acknowledgedNoteLine({ note: 'discovered', when: '10:00', text }));
    const chronicles = join(box.project, 'chronicle');
    renameSync(join(chronicles, '2026-03-24-main.md'), join(chronicles, 'by hand.md'));
    const { code, stderr } = await box.run('restore', id);
    const notebook = join(chronicles, 'notebooks/by hand.md');
    expect([code, stderr]).toEqual([0, `Put back 1 note in ${notebook}.\n`]);
    expect(readFileSync(notebook, 'utf8')).toContain('Steel rusts');
    expect((await box.run('restore')).stderr).toBe('No logged event or note is missing.\n');
    expect((await box.run('join')).stdout).toContain(join(chronicles, 'notebooks/2026-03-24-main.md'));
    expect((await box.run('join', id, '--delete')).code).toBe(0);
    expect(readFileSync(notebook, 'utf8')).toContain('Brass bends');
    expect((await box.run('check')).code).toBe(0);
  });
});
