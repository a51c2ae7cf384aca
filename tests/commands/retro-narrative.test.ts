import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseChronicle } from '#src/format/parse.ts';
import { runChronicle } from './own-command.ts';
import { AFTER, context, ID, isOpen, logged, narrative, STORY, seenIn, summaryOf } from './retro-box.ts';

describe('chronicle retro narrative', () => {
  it('writes lead and narrative if there is no summary, and closes the retro', async () => {
    const box = await logged();
    const before = box.only().text;
    const seen = seenIn((await context(box)).stdout);
    const { code, stdout, stderr } = await narrative(box, seen, `The lead.\n\n${STORY}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`Narrative "${AFTER}" written to ${box.only().name}. It begins with your lead.\n`);
    const retro = /^retro: (.+)$/m.exec(box.only().text)?.[1];
    expect(Date.now() - Date.parse(retro ?? '')).toBeLessThan(60_000);
    expect(box.only().text).toBe(`${before.replace(/\n---\n\n/, `\nretro: ${retro}\n---\n\n`)}\nThe lead.\n\n${STORY}`);
    expect(isOpen(box)).toBe(true);
    expect(box.leftovers()).toEqual([]);
  });

  it("keeps the agent's summary as the lead, replaces the narrative at the next retro, and survives the session's end", async () => {
    const box = await logged();
    await box.summary(ID, 'What was done: à');
    const first = await narrative(box, seenIn((await context(box)).stdout), STORY);
    expect(first.stdout).toContain('The existing summary stays as its lead.');
    const second = await context(box);
    expect(second.stdout).toContain('summary: has a narrative, which yours replaces; its lead stays.');
    const again = await narrative(box, seenIn(second.stdout), '### Better\n\nWe looked once.\n\n### After\n\nMore.');
    expect(again.stdout).toContain('It replaced the earlier narrative.');
    const text = box.only().text;
    expect(summaryOf(box)).toEqual({
      kind: 'retro',
      lead: 'What was done: à',
      narrative: { title: 'Better', text: 'We looked once.\n\n### After\n\nMore.' },
    });
    await box.end(ID);
    expect(box.only().text).toBe(text);
  });

  it('replaces an auto-generated summary, even one written after the context', async () => {
    const box = await logged();
    const { stdout } = await context(box);
    await box.end(ID);
    expect(summaryOf(box)?.kind).toBe('machine');
    expect((await narrative(box, seenIn(stdout), `Lead.\n\n${STORY}`)).code).toBe(0);
    expect(box.only().text).not.toContain('Auto-generated');
    expect(summaryOf(box)).toMatchObject({ kind: 'retro', lead: 'Lead.' });
  });

  it('keeps events that are logged meanwhile', async () => {
    const box = await logged();
    const seen = seenIn((await context(box)).stdout);
    await box.log(ID, 'INSIGHT', 'Meanwhile');
    expect((await narrative(box, seen, `Lead.\n\n${STORY}`)).code).toBe(0);
    await box.log(ID, 'INSIGHT', 'Afterwards');
    const chronicle = { events: [{}, {}, {}], summary: { lead: 'Lead.' } };
    expect(parseChronicle(box.only().text)).toMatchObject({ chronicle, problems: [] });
  });

  it('refuses if the summary has been rewritten since, and leaves it', async () => {
    const box = await logged();
    const seen = seenIn((await context(box)).stdout);
    await box.summary(ID, 'Mine.');
    const { text } = box.only();
    expect(await narrative(box, seen, `Lead.\n\n${STORY}`)).toRefuse(
      /has changed since it was shown.*chronicle retro context again.*Nothing was written\.\n$/,
    );
    expect(box.only().text).toBe(text);
    expect(isOpen(box)).toBe(true);
  });

  it.each([
    ['no lead where one is needed', STORY, '', 'the narrative needs a lead'],
    ['a lead where one stays', `Lead.\n\n${STORY}`, 'Mine.', 'already has a summary, which is kept as the lead'],
    ['nothing', '', '', 'no text on stdin'],
    ['no title', 'Lead.\n\nStory.', '', 'has no title'],
  ])('refuses %s', async (_, input, before, sentence) => {
    const box = await logged();
    if (before !== '') await box.summary(ID, before);
    const { text } = box.only();
    const { code, stderr } = await narrative(box, seenIn((await context(box)).stdout), input);
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
    expect(stderr).toMatch(/Nothing was (?:written|changed)\.$/m);
    expect(box.only().text).toBe(text);
  });

  it.each([[['retro', 'narrative']], [['retro', 'narrative', '--seen', 'abc']]])('refuses %j', async (args) => {
    const box = await logged();
    const { code, stderr } = await runChronicle(box, args, { session: ID, input: `Lead.\n\n${STORY}` });
    expect([code, stderr]).toEqual([2, expect.stringContaining('prints after "seen:". Nothing was changed.')]);
  });

  it('refuses a file in which the narrative would be misread', async () => {
    const box = await logged();
    const file = box.only();
    writeFileSync(
      file.path,
      file.text
        .replace('## Events', '## Summary\n\nMine.\n\n### Own\n\n## Events')
        .replace('\n---\n\n', '\nretro: 2026-03-24T18:00:00Z\n---\n\n'),
    );
    const text = readFileSync(file.path, 'utf8');
    const { stdout } = await context(box);
    await narrative(box, seenIn(stdout), STORY);
    expect(summaryOf(box)).toMatchObject({ lead: 'Mine.', narrative: { title: AFTER } });
    writeFileSync(file.path, text.replace('Mine.\n', ''));
    expect(await narrative(box, seenIn((await context(box)).stdout), `Lead.\n\n${STORY}`)).toRefuse('are out of order');
    expect(box.only().text).toBe(text.replace('Mine.\n', ''));
  });

  it('keeps CRLF and a byte order mark', async () => {
    const box = await logged();
    writeFileSync(box.only().path, `\ufeff${box.only().text.replaceAll('\n', '\r\n')}`);
    const seen = seenIn((await context(box)).stdout);
    expect((await narrative(box, seen, `Lead.\n\n${STORY}`)).code).toBe(0);
    expect(box.only().text).toMatch(/^\ufeff---\r\n/);
    expect(box.only().text.replaceAll('\r\n', '')).not.toContain('\n');
  });
});
