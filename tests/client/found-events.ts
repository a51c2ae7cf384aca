/* Events of a chronicle with the evidence they name, read without the product's own parser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Tag } from '#src/chronicle/tags.ts';
import { isTag } from '#src/chronicle/tags.ts';

export interface FoundEvent {
  tag: Tag;
  text: string;
  /** Its detail lines, without their indent. */
  details: string[];
}

const Recorded = z.looseObject({ uuid: z.optional(z.string()) });

export function foundEvents(chronicle: string): FoundEvent[] {
  const events: FoundEvent[] = [];
  for (const line of chronicle.split(/^## Summary$/m)[0]?.split('\n') ?? []) {
    const [, tag = '', text = ''] = /^- (?:[\d-]+ )?(?:\d\d:\d\d )?\[([A-Z-]+)\] (.*)$/.exec(line) ?? [];
    if (isTag(tag)) events.push({ tag, text, details: [] });
    else if (line.startsWith('  ')) events.at(-1)?.details.push(line.trim());
  }
  return events;
}

/**
 * What is wrong with the evidence that an event names, or null: the line of the transcript that it points at must hold
 * the record that it was worked out from. `transcripts` says where a transcript of a name lies.
 */
export function evidenceFault({ text, details }: FoundEvent, transcripts: (name: string) => string): string | null {
  const uuid = detail(details, 'candidate');
  const [, name = '', line = ''] = /^(.+\.jsonl):(\d+)$/.exec(detail(details, 'transcript') ?? '') ?? [];
  if (uuid === undefined || name === '') return `${text}: no evidence among ${JSON.stringify(details)}`;
  const record = readFileSync(join(transcripts(name), name), 'utf8').split('\n')[Number(line) - 1] ?? '';
  if (record === '') return `${text}: ${name} has no line ${line}`;
  return Recorded.parse(JSON.parse(record)).uuid === uuid ? null : `${text}: ${name}:${line} is another record`;
}

function detail(details: readonly string[], key: string): string | undefined {
  return details.find((line) => line.startsWith(`${key}: `))?.slice(key.length + 2);
}
