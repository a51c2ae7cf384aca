/** The edited files of facts, read without the rest: lists of files need them from every session at once. */
import { exactForm } from './exact-form.ts';
import { type FactsBody, factsSchema, parseFacts } from './facts.ts';
import { factsLine } from './facts-line.ts';

/** A file that a session edited, relative to the project if it is inside it. */
export type EditedFile = Pick<FactsBody['files'][number], 'path' | 'added' | 'removed'>;

/** The edited files in a facts file's text; empty if it is damaged. */
export function parseEditedFiles(source: string): EditedFile[] {
  const files = factsLine(source, 'files') ?? parseFacts(source).facts?.files ?? [];
  const read = areFiles(files) ? files : factsSchema.shape.files.safeParse(files).data;
  return (read ?? []).map(({ path, added, removed }) => ({ path, added, removed }));
}

const areFiles = exactForm(factsSchema.shape.files);
