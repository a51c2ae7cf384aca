import { memoryBook } from '#site/data.ts';
import { memoriesTable } from '#src/memory/memory-book.ts';
import { csv } from '#src/lib/text/escape.ts';

/** All memories that the ledger or the disk knows, one per line. */
export async function GET(): Promise<Response> {
  const { header, rows } = memoriesTable((await memoryBook()).entries);
  return new Response(csv(header, rows), { headers: { 'Content-Type': 'text/csv; charset=utf-8' } });
}
