import type { RowGroup } from './timeline-rows.ts';

/**
 * Rows in parts: the first has at most `first` rows, each further one `more`. A session's day that does not fit goes on in
 * the next part, with its heading.
 */
export function rowParts(groups: readonly RowGroup[], first: number, more: number): RowGroup[][] {
  const parts: RowGroup[][] = [];
  let room = 0;
  for (const group of groups)
    for (let from = 0; from < group.rows.length; ) {
      if (room === 0) {
        room = parts.length === 0 ? first : more;
        parts.push([]);
      }
      const rows = group.rows.slice(from, from + room);
      parts.at(-1)?.push({ ...group, rows });
      room -= rows.length;
      from += rows.length;
    }
  return parts;
}
