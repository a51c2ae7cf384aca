import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { count } from './chronicle-text.ts';
import { ID, parsed, started } from './started-session.ts';

describe('chronicle summary', () => {
  it('sets the summary, and a later one replaces it', async () => {
    const box = await started();
    await box.log(ID, 'ERROR', 'text');
    const { code, stdout } = await box.summary(ID, 'First $(words) `here`\n\nSecond paragraph.\n');
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Summary set in ${box.only().name}\n` });
    expect(parsed(box).summary).toEqual({
      kind: 'agent',
      lead: 'First $(words) `here`\n\nSecond paragraph.',
      narrative: null,
    });
    await box.summary(ID, 'Another.');
    expect(parsed(box).summary.lead).toBe('Another.');
    expect(parsed(box).events).toHaveLength(1);
    expect(count(box.only().text, '## Summary')).toBe(1);
    expect(box.leftovers()).toEqual([]);
  });

  it('keeps CRLF and bytes that are not UTF-8', async () => {
    const box = await started();
    const before = Buffer.concat([Buffer.from(box.only().text.replace('## Summary\n', '')), Buffer.from([0xff, 0x0a])]);
    writeFileSync(box.only().path, Buffer.from(before.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'));
    await box.summary(ID, 'Words.\nMore.');
    const after = readFileSync(box.only().path, 'latin1');
    expect(after).toContain('\u00ff\r\n');
    expect(after).toContain('Words.\r\nMore.\r\n');
  });
});
