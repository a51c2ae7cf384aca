import { describe, expect, it } from 'vitest';
import { parseHistory } from '#src/memory/history.ts';
import { aHistoryLine } from '#tests/support/memory-lines.ts';

const LINE = aHistoryLine({ id: 'l-12150d', events: ['3f6c0a12#e-133549'] });

describe('parseHistory', () => {
  it('reads one change per line', () => {
    const other = { ...LINE, id: 'l-2', action: 'strengthen', before: 'b91d', after: 'c0de' };
    const text = `${JSON.stringify(LINE)}\n${JSON.stringify(other)}\n`;
    expect(parseHistory(text)).toEqual({ value: [LINE, other], problems: [] });
  });

  it('accepts blank lines, CRLF and a missing final line break', () => {
    const line = JSON.stringify(LINE);
    expect(parseHistory(`\r\n${line}\r\n\n  \n${line}`)).toEqual({ value: [LINE, LINE], problems: [] });
  });

  it.each([
    ['half a line', '{"id": "l-1", "at": "2026-', 'it is not a JSON object'],
    ['a list', '[]', 'it is not a JSON object'],
    ['null', 'null', 'it is not a JSON object'],
    ['two objects', `${JSON.stringify(LINE)} {}`, 'it is not a JSON object'],
    ['an empty id', JSON.stringify({ ...LINE, id: '' }), 'its "id" is missing or invalid'],
    ['a day that is none', JSON.stringify({ ...LINE, at: '2026-02-30T00:00:00Z' }), 'its "at" is missing or invalid'],
    ['an unknown action', JSON.stringify({ ...LINE, action: 'renamed' }), 'its "action" is missing or invalid'],
    ['an unknown source', JSON.stringify({ ...LINE, source: 'me' }), 'its "source" is missing or invalid'],
    ['a path for a name', JSON.stringify({ ...LINE, file: '../../x.md' }), 'its "file" is missing or invalid'],
    ['a path of Windows', JSON.stringify({ ...LINE, file: '..\\x.md' }), 'its "file" is missing or invalid'],
    ['another kind of file', JSON.stringify({ ...LINE, file: 'x.txt' }), 'its "file" is missing or invalid'],
    ['events that are no list', JSON.stringify({ ...LINE, events: 'e-1' }), 'its "events" is missing or invalid'],
    ['no hash', JSON.stringify({ ...LINE, after: undefined }), 'its "after" is missing or invalid'],
  ])('leaves out a line with %s, says where, and reads the others', (_, line, fault) => {
    const { value, problems } = parseHistory(`${JSON.stringify(LINE)}\n${line}\n${JSON.stringify(LINE)}\n`);
    expect(value).toEqual([LINE, LINE]);
    expect(problems).toMatchObject([{ code: 'CHRONICLE_LEDGER_LINE', line: 2, column: 1, effect: 'noted' }]);
    expect(problems[0]?.message).toContain(fault);
  });
});
