import { describe, expect, it } from 'vitest';
import { sessionReading } from '#src/archive/session-reading.ts';
import { aSession } from './a-session.ts';

function minutes(body: string, retro = false): number | null {
  return sessionReading(aSession({ body, retro }).chronicle);
}

const EVENT = '## Events\n\n- [ERROR] one two three\n';

describe('sessionReading', () => {
  it('is not told of a session without prose', () => {
    expect(minutes(EVENT)).toBeNull();
    expect(minutes(`${EVENT}\n## Summary\n\n${'word '.repeat(99)}\n`)).toBeNull();
  });

  it('counts the summary, the events and the narrative', () => {
    expect(minutes(`${EVENT}\n## Summary\n\n${'word '.repeat(238)}\n`)).toBe(1);
    expect(minutes(`## Events\n\n- [ERROR] ${'word '.repeat(238)}\n\n## Summary\n\n${'word '.repeat(238)}\n`)).toBe(2);
    expect(minutes(`${EVENT}\n## Summary\n\nLead.\n\n### Title\n\n${'word '.repeat(700)}\n`, true)).toBe(3);
    expect(minutes(`${EVENT}\n## Summary\n\nLead.\n\n### Title\n\nShort.\n`, true)).toBe(1);
  });
});
