import { counted } from '#src/text/day.ts';
import { INDEX_BYTES, INDEX_LINES, indexEntries, indexSize } from '../memory-index.ts';
import { type ContextSection, shortLine } from './context-document.ts';

/** Names of memories whose line is not loaded. */
const NAMED = 10;

/** How full MEMORY.md is; `text` is null where there is none. */
export function indexSection(text: string | null): ContextSection {
  const { lines, bytes, past } = indexSize(text ?? '');
  const number = (value: number) => value.toLocaleString('en-GB');
  const room =
    past > 0 || lines >= INDEX_LINES || bytes >= INDEX_BYTES
      ? 'Nothing fits any more: merge or delete memories first.'
      : `There is room for ${counted(INDEX_LINES - lines, 'more line')} and ${number(INDEX_BYTES - bytes)} bytes.`;
  return {
    heading: '## MEMORY.md',
    notes: [
      text === null
        ? 'There is none yet; the first NEW makes it.'
        : `${lines} of ${INDEX_LINES} lines, ${number(bytes)} of ${number(INDEX_BYTES)} bytes are used. ${room}`,
      ...(past > 0 ? [pastLimits(text ?? '', lines, past)] : []),
    ],
    items: [],
    more: () => '',
  };
}

function pastLimits(text: string, lines: number, past: number): string {
  const first = lines - past + 1;
  const files = indexEntries(text).flatMap(({ line, file }) => (line >= first ? [shortLine(file, 60)] : []));
  const named = files.length === 0 ? '' : `: ${files.slice(0, NAMED).join(', ')}${files.length > NAMED ? ', …' : ''}`;
  return `${first === lines ? `Line ${lines} is` : `Lines ${first} to ${lines} are`} not loaded${named}.`;
}
