import { describe, expect, it } from 'vitest';
import { miniMap } from '#src/archive/mini-map.ts';
import { promptSpine } from '#src/archive/prompt-spine.ts';
import { aPrompt, someFacts } from '#tests/support/some-facts.ts';
import { aSession } from './a-session.ts';

const DAY = '2026-03-24';

describe('miniMap', () => {
  it('has a line for each of six prompts or more, with the first events under it', () => {
    const events = ['[ERROR] a', '[PIVOT] b', '[INSIGHT] c', '[DECISION] d']
      .map((each) => `- 14:00 ${each}\n`)
      .join('');
    const map = mapOf(6, events);
    expect(map?.of).toBe('prompts');
    expect(map?.lines.map(({ label, name, events: own }) => [label, name, own.length])).toEqual([
      ['1', 'Prompt 1', 3],
      ...[2, 3, 4, 5, 6].map((number) => [String(number), `Prompt ${number}`, 0]),
    ]);
    expect(mapOf(5, events)).toBe(null);
  });

  it('has a line for every five of more than forty prompts', () => {
    const lines = mapOf(164, '')?.lines ?? [];
    expect(lines).toHaveLength(33);
    expect(lines[1]).toMatchObject({ label: '6', name: 'Prompts 6 to 10', anchor: 'prompt-6' });
    expect(lines.at(-1)).toMatchObject({ label: '161', name: 'Prompts 161 to 164' });
    expect(mapOf(2000, '')?.lines).toHaveLength(40);
  });

  it('has a line for some events of a long log without prompts, and names new days', () => {
    const events = Array.from(
      { length: 60 },
      (_, i) => `- ${i === 30 ? '2026-03-25 ' : ''}10:${String(i % 30).padStart(2, '0')} [ERROR] e${i}\n`,
    );
    const map = mapOf(0, events.join(''));
    expect(map?.of).toBe('events');
    expect(map?.lines).toHaveLength(20);
    expect(map?.lines[0]).toMatchObject({ label: '10:00', name: 'Events 1 to 3', day: null });
    expect(map?.lines[10]).toMatchObject({ label: '10:00', day: '25 Mar' });
    expect(mapOf(0, events.slice(1).join(''))).toBe(null);
  });

  it('names the day with the first line that it begins in', () => {
    const prompts = Array.from({ length: 7 }, (_, i) => aPrompt({ at: `2026-03-2${i < 3 ? 4 : 5}T1${i}:00:00Z` }));
    const { turns } = promptSpine(aSession({ date: DAY, offset: '+00:00', body: '' }), someFacts({ prompts }));
    expect(miniMap(turns)?.lines.map(({ day }) => day)).toEqual([null, null, null, '25 Mar', null, null, null]);
  });
});

function mapOf(prompts: number, events: string) {
  const facts = someFacts({
    prompts: Array.from({ length: prompts }, (_, i) =>
      aPrompt({ at: new Date(Date.UTC(2026, 2, 24, 14, i)).toISOString() }),
    ),
  });
  const session = aSession({ date: DAY, offset: '+00:00', body: `## Events\n\n${events}` });
  return miniMap(promptSpine(session, prompts === 0 ? null : facts).turns);
}
