import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setNarrative } from '#src/format/edit.ts';
import { readUnchecked } from '#src/format/read.ts';
import { fileWith } from './generated.ts';
import { oddFiles } from './odd-files.ts';

const AT = '2026-03-24T18:00:00Z';

const withRetro = (text: string) => text.replace(/\n---\n/, `\nretro: ${AT}\n---\n`);
const written = (lead: string | null) => ({ lead, title: 'A title', text: 'We did it.\n\nIt held.' });
const STORY = '### A title\n\nWe did it.\n\nIt held.\n';

describe('setNarrative', () => {
  it.each([
    ['no summary', '\n## Events\n\n- [ERROR] One\n', '\n## Events\n\n- [ERROR] One\n\n## Summary\n\nLead.\n\n'],
    ["the machine's", '\n## Summary\n\nAuto-generated: 1 event (1 error)\n', '\n## Summary\n\nLead.\n\n'],
    ['an empty section', '\n## Summary\n', '\n## Summary\n\nLead.\n\n'],
  ])('writes lead and narrative into a summary that is %s', (_, before, after) => {
    expect(setNarrative(fileWith(before), written('Lead.'), AT)).toBe(withRetro(fileWith(after) + STORY));
  });

  it("keeps the agent's summary byte for byte before the narrative", () => {
    const file = fileWith('\n## Events\n\n## Summary\n\nLead  of two\nlines à\n');
    expect(setNarrative(file, written(null), AT)).toBe(withRetro(`${file}\n${STORY}`));
  });

  it('replaces an earlier narrative, but keeps events inside it and sections after it', () => {
    const old = '### Old\n\nText.\n- [ERROR] Late\n  why\n\nMore.\n';
    const file = withRetro(fileWith(`\n## Summary\n\nLead.\n\n${old}\n## Notes\n\nOwn.\n`));
    const later = '2026-03-25T08:00:00Z';
    const after = fileWith(`\n## Summary\n\nLead.\n\n${STORY}\n- [ERROR] Late\n  why\n\n## Notes\n\nOwn.\n`);
    expect(setNarrative(file, written(null), later)).toBe(withRetro(after).replace(AT, later));
  });

  it('lowers the headings of a lead, which would be read as the title', () => {
    const file = fileWith('\n## Summary\n\nLead.\n\n### Part\n\nText.\n');
    const after = setNarrative(file, written(null), AT);
    expect(after).toBe(withRetro(`${file.replace('### Part', '#### Part')}\n${STORY}`));
    expect(readUnchecked(after)?.summary).toMatchObject({ kind: 'retro', narrative: { title: 'A title' } });
  });

  it('goes before the events section if that comes last', () => {
    const file = fileWith('\n## Summary\n\nLead.\n## Events\n\n- [ERROR] One\n');
    expect(setNarrative(file, written(null), AT)).toBe(
      withRetro(fileWith(`\n## Summary\n\nLead.\n\n${STORY}\n## Events\n\n- [ERROR] One\n`)),
    );
  });

  it('closes a fence left open in the lead, so that fences in the narrative still work', () => {
    const file = fileWith('\n## Summary\n\nLead.\n```\nopen\n');
    const after = setNarrative(file, { lead: null, title: 'T', text: '```\ncode\n```' }, AT);
    expect(readUnchecked(after)?.summary.narrative).toEqual({ title: 'T', text: '```\ncode\n```' });
  });

  it.each(oddFiles.filter(([, text]) => readUnchecked(text)))(
    'keeps every event and every line of the lead of %s',
    (_, file) => {
      const before = readUnchecked(file);
      const keeps = before && before.summary.lead !== '' && before.summary.kind !== 'machine';
      const after = readUnchecked(setNarrative(file, written(keeps ? null : 'Lead.'), AT));
      expect(after?.events.map(({ tag, text, details }) => [tag, text, details])).toEqual(
        expect.arrayContaining(before?.events.map(({ tag, text, details }) => [tag, text, details]) ?? []),
      );
      expect(after?.events).toHaveLength(before?.events.length ?? 0);
      expect(after?.summary).toMatchObject({ kind: 'retro', narrative: { title: 'A title' } });
      const lead = keeps ? before.summary.lead : 'Lead.';
      expect(after?.summary.lead.replaceAll('####', '###')).toBe(lead.replaceAll('####', '###'));
      expect(after?.summary.narrative?.text).toMatch(/^We did it\.\n\nIt held\./);
    },
  );

  it('gives the same file when written twice', () => {
    const parts = ['Text.', '', '### Part', '```', '- [ERROR] One', '  why', '#### Four', 'à'];
    const lines = fc.array(fc.constantFrom(...parts), { maxLength: 12 });
    fc.assert(
      fc.property(lines, (body) => {
        const file = fileWith(`\n## Events\n\n## Summary\n\n${body.join('\n')}\n`);
        const { kind = 'none', lead = '' } = readUnchecked(file)?.summary ?? {};
        const keeps = kind === 'agent' && lead !== '';
        const once = setNarrative(file, written(keeps ? null : 'Lead.'), AT);
        const twice = setNarrative(once, written(null), AT);
        expect(readUnchecked(twice)?.summary).toEqual(readUnchecked(once)?.summary);
        expect(readUnchecked(once)?.summary.narrative).toEqual({ title: 'A title', text: 'We did it.\n\nIt held.' });
      }),
    );
  });
});
