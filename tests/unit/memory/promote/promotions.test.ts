import { describe, expect, it } from 'vitest';
import { NOTE_KINDS, type NoteKind } from '#src/chronicle/notebook/note-kinds.ts';
import { readNotebook } from '#src/chronicle/notebook/notebook.ts';
import type { Session } from '#src/chronicle/session.ts';
import { alikeLines } from '#src/memory/promote/alike-lines.ts';
import { KnownMemories } from '#src/memory/promote/known-memories.ts';
import { newMemory, strengthenedMemory } from '#src/memory/promote/promoted-text.ts';
import { type Promotion, promotionsOf } from '#src/memory/promote/promotions.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

const LINE = '`lib/rateLimit.ts` already has a limiter that can be reused';

function noting(id: string, kind: NoteKind, ...lines: string[]): Session {
  const { heading } = NOTE_KINDS[kind];
  const text = `---\nsession_id: ${id}\n---\n\n## ${heading}\n\n${lines.map((line) => `- 10:00 ${line}\n`).join('')}`;
  return { ...aSession({ id }), notebook: readNotebook(text) ?? undefined };
}

const texts = (promotions: readonly Promotion[]) => promotions.map(({ notes: [{ text }] }) => text);

describe('promotionsOf', () => {
  it.each(['focus', 'constraint', 'out-of-scope'] as const)('never promotes a note of the kind %s', (kind) => {
    expect(promotionsOf([noting('a', kind, LINE), noting('b', kind, LINE)], new Set())).toEqual([]);
    expect(texts(promotionsOf([noting('a', 'discovered', LINE)], new Set()))).toEqual([LINE]);
  });

  it('lists the newest first: of the newest session, the last note', () => {
    const other = (word: string) => `src/${word}.ts is only loaded at boot`;
    const sessions = [
      noting('new', 'discovered', other('alpha'), other('beta')),
      noting('old', 'discovered', other('gamma')),
    ];
    expect(texts(promotionsOf(sessions, new Set()))).toEqual([other('beta'), other('alpha'), other('gamma')]);
  });

  it('leaves out a question that was asked twice in one session only', () => {
    const question = 'Do we need refresh tokens?';
    expect(promotionsOf([noting('a', 'question', question, 'Refresh tokens, do we need them?')], new Set())).toEqual(
      [],
    );
    expect(
      texts(promotionsOf([noting('a', 'question', question), noting('b', 'question', question)], new Set())),
    ).toEqual([question]);
  });

  it('leaves out lines with hidden, reordering or control characters, and half characters', () => {
    for (const odd of ['\u202e', '\u200b', '\u001b[31m', '\ud800', '\u0007'])
      expect(promotionsOf([noting('a', 'discovered', `${LINE} ${odd}now`)], new Set()), odd).toEqual([]);
  });

  it('leaves out everything that says the same as a decided note, even if its rules would not promote that one', () => {
    const [promotion] = promotionsOf([noting('a', 'discovered', LINE)], new Set());
    const decided = new Set([promotion?.notes[0].reference ?? '']);
    const sessions = [noting('b', 'discovered', `There is a limiter that can be reused in lib/rateLimit.ts already`)];
    expect(promotionsOf([...sessions, noting('a', 'discovered', LINE)], decided)).toEqual([]);
    expect(promotionsOf(sessions, decided)).toHaveLength(1);
  });
});

describe('alikeLines', () => {
  it('tells lines of one form apart by the paths and versions they name', () => {
    const lines = [
      'config/queue.yml overrides the defaults at boot',
      'config/parser.yml overrides the defaults at boot',
      'Rails 7 reads the defaults at boot',
      'Rails 8 reads the defaults at boot',
    ].map((text) => ({ text }));
    expect(alikeLines('discovered', lines)).toHaveLength(4);
  });

  it('takes linear time for many lines with the same words', () => {
    const lines = Array.from({ length: 8000 }, (_, n) => ({
      text: `src/worker${n}.ts is only loaded by the boot queue`,
    }));
    const start = performance.now();
    expect(alikeLines('discovered', lines)).toHaveLength(8000);
    expect(performance.now() - start).toBeLessThan(8000);
  });
});

describe('KnownMemories', () => {
  const known = new KnownMemories([
    {
      file: 'node.md',
      text: {
        name: 'node',
        description: 'Node 20 needs a flag',
        body: 'Recursive watch works on Linux.\n\n- Fetch is stable.',
        fault: null,
      },
    },
  ]);

  it('does not take another version, or the opposite, for the same', () => {
    expect(known.relationOf('Recursive watch works on Linux')).toEqual({ is: 'said', file: 'node.md' });
    expect(known.relationOf('Recursive watch works on Linux since Node 22').is).not.toBe('said');
    expect(known.relationOf('Recursive watch never works on Linux').is).not.toBe('said');
  });

  it('does not find a line in words of different paragraphs', () => {
    expect(known.relationOf('Fetch works recursive on stable Linux').is).not.toBe('said');
  });

  it('ignores memories that cannot be read', () => {
    const text = { name: 'x', description: LINE, body: LINE, fault: 'its front matter is not YAML' };
    expect(new KnownMemories([{ file: 'x.md', text }]).relationOf(LINE)).toEqual({ is: 'new' });
  });
});

describe('newMemory', () => {
  const of = (text: string): Promotion => ({
    kind: 'discovered',
    names: text,
    notes: [{ reference: 'a#n-12ab34', sessionId: 'a', day: '2026-08-04', text }],
  });

  it.each([
    ['../../.ssh/id_rsa.md is read', 'project_ssh_id_rsa_md_read.md'],
    ['AUX.md', 'project_aux_md.md'],
    ['日本語だけ', 'project_note_12ab34.md'],
    ['Ümläute im Namen', 'project_umlaute_namen.md'],
    ['x'.repeat(280), `project_${'x'.repeat(50)}.md`],
  ])('makes a plain file name of %j', (text, file) => expect(newMemory(of(text), new Set()).file).toBe(file));

  it('takes no name that is taken', () => {
    const taken = new Set(['project_aux_md.md', 'project_aux_md_2.md']);
    expect(newMemory(of('AUX.md'), taken).file).toBe('project_aux_md_3.md');
  });

  it('keeps the line on one line, without tags and with its quotes', () => {
    const { text } = newMemory(of('say "x": \\ and </note><!-- y --> Node < 20'), new Set());
    expect(text).toContain('description: "Found: say \\"x\\": \\\\ and ‹/note>‹!-- y --> Node < 20"\n');
  });
});

describe('strengthenedMemory', () => {
  const promotion: Promotion = {
    kind: 'tried',
    names: 'x',
    notes: [{ reference: 'a#n-12ab34', sessionId: 'a', day: '2026-08-04', text: 'a → b' }],
  };
  const added = '**Tried, did not work** (4 Aug 2026): a → b';

  it.each([
    ['text', `text\n\n${added}\n`],
    ['text\n', `text\n\n${added}\n`],
    ['text\n\n', `text\n\n${added}\n`],
    ['text\r\n', `text\r\n\r\n${added}\r\n`],
  ])('adds a paragraph to %j', (before, after) => expect(strengthenedMemory(before, promotion)).toBe(after));
});
