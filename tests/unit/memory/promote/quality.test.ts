import { expect, it } from 'vitest';
import { labelledNotes, lineQuality, memoryQuality, questionQuality, saidQuality } from './labelled-notes.ts';

// Above chance and below what the rules reach, so that a change for the worse is seen. `npm run bench -- promote` prints all.
const notes = labelledNotes('development');

it('has enough labelled lines of both sorts', () => {
  expect(notes.lines.length).toBeGreaterThanOrEqual(80);
  const worth = notes.lines.filter(({ promote }) => promote).length;
  expect(worth / notes.lines.length).toBeGreaterThan(0.3);
  expect(worth / notes.lines.length).toBeLessThan(0.6);
});

it('tells notes that are worth a memory from passing ones', async () => {
  const { precision, recall } = await lineQuality(notes);
  expect(precision).toBeGreaterThanOrEqual(0.95);
  expect(recall).toBeGreaterThanOrEqual(0.9);
});

it('knows a question that was asked before', () => {
  const { precision, recall } = questionQuality(notes);
  expect(precision).toBeGreaterThanOrEqual(0.95);
  expect(recall).toBeGreaterThanOrEqual(0.75);
});

it('finds the memory that is about the same, and knows what it says already', () => {
  expect(memoryQuality(notes)).toMatchObject({ precision: 1, recall: expect.toSatisfy((recall) => recall >= 0.75) });
  expect(saidQuality(notes)).toMatchObject({ precision: 1, recall: 1 });
});
