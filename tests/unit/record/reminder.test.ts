import { describe, expect, it } from 'vitest';
import { TAGS } from '#src/format/tags.ts';
import { LAYER_FACTS } from '#src/setup/layers.ts';
import { reminder } from '#src/record/reminder.ts';
import { tokensOf } from '#tests/support/tokens.ts';

const PATH = '/home/robin/.claude/projects/-home-robin-code-larder/chronicle/2026-11-20-lar-41-retry-sync.md';
const text = reminder(PATH);

describe('the reminder', () => {
  it('explains on its own how to log and summarise, and what not to log', () => {
    expect(text.split('\n')[0]).toBe(`Session chronicle active at ${PATH}.`);
    expect(text).toMatch(/\nchronicle log ERROR <<'EOF'\n.+\nEOF\n/);
    for (const tag of TAGS) expect(text).toContain(tag);
    expect(text).toContain("chronicle summary <<'EOF' … EOF");
    expect(text).toMatch(/Skip routine steps\. Never log secrets\./);
  });

  it('takes at most 200 tokens, and 120 more each for the notebook and for observations', () => {
    const notes = tokensOf(reminder(PATH, ['notes'])) - tokensOf(text);
    expect(tokensOf(text)).toBeLessThanOrEqual(200);
    expect(notes).toBeLessThanOrEqual(120);
    const observations = tokensOf(reminder(PATH, ['observations'])) - tokensOf(text);
    expect(observations).toBeLessThanOrEqual(120);
    // What init and doctor say, rounded.
    expect(Math.abs(LAYER_FACTS.log.tokens - tokensOf(text))).toBeLessThanOrEqual(5);
    expect(Math.abs(LAYER_FACTS.notes.tokens - notes)).toBeLessThanOrEqual(5);
    expect(Math.abs(LAYER_FACTS.observations.tokens - observations)).toBeLessThanOrEqual(5);
  });
});
