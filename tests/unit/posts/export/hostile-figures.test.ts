import { describe, expect, it } from 'vitest';
import { standalone } from '#src/chart/standalone.ts';
import { drawFigure } from '#src/posts/export/figures.ts';
import type { FigureData } from '#src/posts/export/resolve-component.ts';
import { HOSTILE } from '#tests/unit/chart/marks.ts';
import { aGroup } from '#tests/unit/memory/misses/a-group.ts';

/** Not a real token. */
const TOKEN = `ghp_${'k7Qw9ZrT2m'.repeat(4)}`;

function figuresNamed(name: string): FigureData[] {
  return [{ kind: 'lifeline', group: aGroup({ name, misses: ['2026-09-14', '2026-09-20'] }) }];
}

function filesOf(figure: FigureData, edit: (text: string, what: string) => string) {
  const drawing = drawFigure(figure, edit);
  return [standalone(drawing, { theme: 'light' }), standalone(drawing, { theme: 'dark' })];
}

describe('drawFigure', () => {
  it('edits names before they are cut', () => {
    const name = `${'The port was guessed '.repeat(12)}and logged with ${TOKEN}`;
    for (const figure of figuresNamed(name)) {
      const asked: string[] = [];
      drawFigure(figure, (text, what) => {
        asked.push(`${what}: ${text}`);
        return text;
      });
      expect(asked).toEqual([`title and alt text: ${name}`]);
    }
  });

  it('shows the edited text and nothing of the original', () => {
    for (const figure of figuresNamed(TOKEN)) {
      for (const file of filesOf(figure, (text) => text.replace(TOKEN, '[redacted: GitHub token]'))) {
        expect(file).not.toContain(TOKEN.slice(0, 12));
        expect(file.split('[redacted: GitHub token]')).toHaveLength(6);
      }
    }
  });

  it('contains nothing else of the archive: no address, branch, id or event text', () => {
    for (const figure of figuresNamed('Plain')) {
      for (const file of filesOf(figure, (text) => text)) {
        expect(file).not.toMatch(/ghp_|acme|secret|session|inkwell|\.md|3dc1a619|e-[0-9a-f]{6}/);
        for (const [, href] of file.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^#(g|mark)-/);
      }
    }
  });

  it('draws markup as text, in names and in edits', () => {
    for (const figure of figuresNamed(HOSTILE)) {
      for (const edit of [(text: string) => text, () => HOSTILE]) {
        for (const file of filesOf(figure, edit)) {
          expect(file).not.toMatch(/<script|<a |javascript:x'>|on\w+=/);
          expect(file.match(/<title>/g)?.length).toBe(file.match(/<\/title>/g)?.length);
        }
      }
    }
  });

  it('draws no characters that hide or reorder others or are invalid in XML', () => {
    const name = 'a\u202eb\u2066c\u200bd\u0000e\u001b[31mf\ufefflone \ud800 g\nh';
    for (const figure of figuresNamed(name)) {
      for (const edit of [(text: string) => text, () => name]) {
        const { title, description } = drawFigure(figure, edit);
        expect(`${title}${description}`).not.toMatch(/[\u0000-\u001f\u200b\u202e\u2066\ufeff]/);
        for (const file of filesOf(figure, edit)) expect(file.isWellFormed()).toBe(true);
      }
    }
  });
});
