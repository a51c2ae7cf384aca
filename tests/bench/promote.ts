import {
  type Found,
  labelledNotes,
  lineQuality,
  memoryQuality,
  type NoteSet,
  questionQuality,
  saidQuality,
} from '../unit/memory/promote/labelled-notes.ts';
import { printTable } from './table.ts';

/** How well notes that are worth a memory are told from passing ones, and what memory says already from what is new. */
export async function run(): Promise<void> {
  const rows: (string | number)[][] = [['', 'precision', 'recall', 'wrongly', 'missed']];
  for (const set of ['development', 'held-out'] satisfies NoteSet[]) {
    const notes = labelledNotes(set);
    const add = (what: string, of: number, { precision, recall, wrong, missed }: Found) =>
      rows.push([`${set}: ${what} (${of})`, precision.toFixed(2), recall.toFixed(2), wrong.length, missed.length]);
    for (const kind of ['tried', 'discovered'] as const) {
      const lines = notes.lines.filter((line) => line.kind === kind);
      add(`${kind} lines`, lines.length, await lineQuality({ ...notes, lines }));
    }
    add('the same question', notes.questions.length, questionQuality(notes));
    add('a memory is about the same', notes.memories.length, memoryQuality(notes));
    add('a memory says it already', notes.memories.length, saidQuality(notes));
  }
  printTable(rows);
}
