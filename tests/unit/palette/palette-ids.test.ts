import { describe, expect, it } from 'vitest';
import { byPeriod } from '#src/archive/session-periods.ts';
import { packIds, placeOfId, typedId } from '#src/palette/palette-ids.ts';
import { sampleArchive } from './sample-names.ts';

describe('typedId', () => {
  it.each([
    ['3f6c2a10', { session: '3f6c2a10', within: '' }],
    [
      '1DF0F5A8-956f-43ed-9b31-6333a9c77b99#e-9295be',
      { session: '1df0f5a8-956f-43ed-9b31-6333a9c77b99', within: 'e-9295be' },
    ],
    ['o-12ab34', { session: '', within: 'o-12ab34' }],
    ['e-12ab34-2', { session: '', within: 'e-12ab34-2' }],
    ['e-mail', null],
    ['3f6c', null],
    ['', null],
  ])('reads %s', (query, id) => expect(typedId(query)).toEqual(id));
});

describe('placeOfId', () => {
  const { sessions } = sampleArchive().snapshot;
  const ids = byPeriod(sessions).flatMap(([, own]) => packIds(own));

  it('finds each session by its id, and an event by its own', () => {
    for (const [at, { id }] of sessions.entries()) expect(placeOfId(ids, { session: id, within: '' })).toBe(at);
    const at = sessions.findIndex(({ chronicle }) => chronicle.events.length > 3);
    const event = sessions[at]?.chronicle.events[2]?.id ?? '';
    expect(placeOfId(ids, { session: '', within: event })).toBe(at);
    expect(placeOfId(ids, { session: 'ffffffff', within: event })).toBe(-1);
  });
});
