/** The edited files of facts, read without the rest: lists of files need them from every session at once. */
import { exactForm } from './exact-form.ts';
import { type FactsBody, factsSchema, parseFacts } from './facts.ts';

/** A file that a session edited, relative to the project if it is inside it. */
export type EditedFile = Pick<FactsBody['files'][number], 'path' | 'added' | 'removed'>;

/** The edited files in a facts file's text; empty if it is damaged. */
export function parseEditedFiles(source: string): EditedFile[] {
  const files = filesLine(source) ?? parseFacts(source).facts?.files ?? [];
  const read = areFiles(files) ? files : factsSchema.shape.files.safeParse(files).data;
  return (read ?? []).map(({ path, added, removed }) => ({ path, added, removed }));
}

const areFiles = exactForm(factsSchema.shape.files);

const BEGINNING = '\n"files":';

/** The value on the line of the files, as `serializeFacts` writes it; undefined for a file in another form. */
function filesLine(source: string): unknown {
  const at = source.indexOf(BEGINNING);
  if (at === -1) return undefined;
  const end = source.indexOf('\n', at + 1);
  try {
    return JSON.parse(source.slice(at + BEGINNING.length, end === -1 ? undefined : end).replace(/,\r?$/, ''));
  } catch {
    return undefined;
  }
}
