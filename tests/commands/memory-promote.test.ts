import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noteId } from '#src/chronicle/notebook/notebook.ts';
import { readMemoryText } from '#src/node/archive/read-memory-text.ts';
import { ID, LIMITER, noted, proposals, SAFARI, TRIED } from './promote-box.ts';

describe('chronicle memory promote', () => {
  it('files a proposal for each note that is worth it, with the note as evidence, and changes no memory', async () => {
    const box = noted({
      Focus: ['JWT for the API routes in src/api'],
      Constraints: ['Has to work in Safari 17 in an iframe'],
      [TRIED]: [SAFARI, 'restart Docker → no change'],
      Discovered: [LIMITER, 'found the bug'],
      'Out of Scope': ['Password reset in src/auth/reset.ts'],
    });
    const { code, stdout, stderr } = await box.run('memory', 'promote');
    expect(code).toBe(0);
    const filed = proposals(box);
    expect(filed).toMatchObject([
      {
        state: 'open',
        session_id: ID,
        action: 'NEW',
        file: 'project_lib_ratelimit_ts_limiter_reused.md',
        events: [`${ID}#${noteId('discovered', LIMITER)}`],
        reason: 'Found in a session on 4 Aug 2026; it names lib/rateLimit.ts.',
      },
      {
        action: 'NEW',
        file: 'project_httponly_cookie_jwt_safari_blocks_iframe.md',
        events: [`${ID}#${noteId('tried', SAFARI)}`],
        reason: 'Tried, and it did not work, in a session on 4 Aug 2026; it names JWT.',
      },
    ]);
    expect(readMemoryText(filed[1]?.text ?? '')).toMatchObject({
      name: 'httponly-cookie-jwt-safari-blocks-iframe',
      description: `Tried, did not work: ${SAFARI}`,
      type: 'project',
      fault: null,
      body: `${SAFARI}\n\n**Why:** Tried, and it did not work, in a session on 4 Aug 2026.\n**How to apply:** Do not try it again unless something that it names has changed.`,
    });
    expect(stdout).toContain(`Evidence: ${ID}#${noteId('tried', SAFARI)} [tried] ${SAFARI}`);
    expect(stderr).toContain('2 proposals. To decide, run chronicle memory review.');
    expect(existsSync(box.memoryDirectory)).toBe(false);
  });

  it('prints what an agent shows to the person, in a session', async () => {
    const box = noted({ [TRIED]: [SAFARI] });
    const { stdout } = await box.runWith({ CLAUDE_CODE_SESSION_ID: ID }, 'memory', 'promote');
    const [proposal] = proposals(box);
    expect(stdout).toMatch(/^PROPOSED MEMORY CHANGES:/);
    expect(stdout).toContain(`apply all:   chronicle memory apply ${proposal?.id}\n`);
  });

  it('only shows them with --dry-run', async () => {
    const box = noted({ [TRIED]: [SAFARI] });
    const { stdout, stderr } = await box.run('memory', 'promote', '--dry-run');
    expect(stdout).toContain('[NEW] project_httponly_cookie_jwt_safari_blocks_iframe.md');
    expect(stdout).toContain(`Evidence: ${ID}#${noteId('tried', SAFARI)}`);
    expect(stderr).toContain('1 proposal. Nothing was filed.');
    expect(proposals(box)).toEqual([]);
    expect(existsSync(box.proposals)).toBe(false);
  });

  it.each(['open', 'skipped', 'undone', 'approved'])(
    'does not propose a note again that a proposal cites: %s',
    async (state) => {
      const box = noted({ [TRIED]: [SAFARI] });
      await box.run('memory', 'promote');
      const text = readFileSync(box.proposals, 'utf8');
      writeFileSync(box.proposals, text.replace('"state":"open"', `"state":"${state}"`));
      // Another session says the same in other words.
      box.session('2026-08-05', '[INSIGHT] Other');
      box.notebook('2026-08-05', {
        [TRIED]: ['stored the JWT in an httpOnly cookie → blocked by Safari in the iframe'],
      });
      const { stderr, stdout } = await box.run('memory', 'promote');
      expect(proposals(box)).toHaveLength(1);
      expect([stdout, stderr]).toEqual(['', 'No notes to promote.\n']);
    },
  );

  it('joins what two sessions noted, newest first', async () => {
    const box = noted({ [TRIED]: [SAFARI] });
    box.session('2026-08-05', '[INSIGHT] Other');
    const again = 'stored the JWT in an httpOnly cookie → blocked by Safari in the iframe';
    box.notebook('2026-08-05', { [TRIED]: [again] });
    await box.run('memory', 'promote');
    expect(proposals(box)).toMatchObject([
      {
        session_id: '5e551011-2026-08-05',
        events: [`5e551011-2026-08-05#${noteId('tried', again)}`, `${ID}#${noteId('tried', SAFARI)}`],
        reason: expect.stringContaining('in 2 sessions, the last on 5 Aug 2026'),
      },
    ]);
  });

  it('proposes a question that is open in two sessions, unless one of them answered it', async () => {
    const box = noted({
      'Open Questions': ['Refresh tokens for the MVP?', 'Who owns the staging database?', 'Are dates UTC?'],
    });
    box.session('2026-08-05', '[INSIGHT] Other');
    box.notebook('2026-08-05', {
      'Open Questions': [
        'Do we need refresh tokens for the MVP?',
        '~~Who owns the staging database?~~ → the platform team (11:00)',
      ],
    });
    await box.run('memory', 'promote');
    expect(proposals(box)).toMatchObject([
      { file: 'project_need_refresh_tokens_mvp.md', events: [expect.any(String), expect.any(String)] },
    ]);
    expect(proposals(box)[0]?.text).toContain('\nOpen question: Do we need refresh tokens for the MVP?\n');
  });

  it('strengthens a memory that is about the same, and keeps its other bytes', async () => {
    const box = noted({ [TRIED]: ['SameSite=None cookie in the Safari iframe → still blocked with ITP'] });
    const before = box.memory('safari.md', {
      description: 'Safari blocks httpOnly cookies in an iframe',
      body: 'The JWT cannot be an httpOnly cookie: Safari blocks it in an iframe.',
    });
    await box.run('memory', 'promote');
    const [proposal] = proposals(box);
    expect(proposal).toMatchObject({ action: 'STRENGTHEN', file: 'safari.md' });
    expect(proposal?.text).toBe(
      `${before}\n**Tried, did not work** (4 Aug 2026): SameSite=None cookie in the Safari iframe → still blocked with ITP\n`,
    );
    expect(proposal?.reason).toContain('safari.md is about the same.');
    expect(readFileSync(join(box.memoryDirectory, 'safari.md'), 'utf8')).toBe(before);
  });

  it('proposes one change of a file at a time', async () => {
    const box = noted({
      [TRIED]: [
        'SameSite=None cookie in the Safari iframe → still blocked with ITP',
        'partitioned cookie in the iframe → Safari 17 blocks httpOnly too',
      ],
    });
    box.memory('safari.md', { description: 'Safari blocks httpOnly cookies in an iframe', body: 'Safari blocks it.' });
    const { stderr } = await box.run('memory', 'promote');
    expect(proposals(box)).toHaveLength(1);
    expect(stderr).toContain('1 more note to promote.');
  });

  it('leaves out what memory says already', async () => {
    const box = noted({ [TRIED]: [SAFARI] });
    box.memory('safari.md', {
      description: 'Safari and iframes',
      body: 'A JWT in an httpOnly cookie: Safari blocks it in an iframe.',
    });
    const { stderr } = await box.run('memory', 'promote');
    expect(proposals(box)).toEqual([]);
    expect(stderr).toContain('1 note that memory has already.');
  });
});
