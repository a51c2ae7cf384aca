/**
 * The front matter of a chronicle, as one schema: the archive, commands and the content
 * collection check against it, and what hooks write has its type.
 *
 *     session_id: 3f6c2a10-…      date: 2026-03-24      branch: cws/96-x
 *     task: CWS-96                started: 2026-03-24T14:00:00Z
 *
 * Every value is a string, as it stands in the file; unknown keys are kept.
 */
import * as z from 'zod/mini';
import { isDay } from '../value/calendar-day.ts';
import { isSessionId } from './session-id.ts';

const UTC_TIME = /^.{10}T\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const UTC_OFFSET = /^[+-](?:0\d|1[0-4]):[0-5]\d$/;

const FILE_NAMES = /^[A-Za-z0-9._-]+\.md(?: [A-Za-z0-9._-]+\.md)*$/;

const date = z.string().check(z.refine(isDay));
const utcTime = z
  .string()
  .check(z.refine((text) => UTC_TIME.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))));

export const frontMatterSchema = z.catchall(
  z.object({
    session_id: z.string().check(z.refine(isSessionId)),
    date,
    branch: z.string().check(z.regex(/\S/)),
    task: z.string(),
    started: utcTime,
    cwd: z.optional(z.string().check(z.minLength(1))),
    utc_offset: z.optional(z.string().check(z.regex(UTC_OFFSET))),
    attended: z.optional(z.enum(['yes', 'no'])),
    retro: z.optional(utcTime),
    source: z.optional(z.enum(['backfill', 'import'])),
    // The memories that the session's first reminder named.
    nudged: z.optional(z.string().check(z.regex(FILE_NAMES))),
  }),
  z.string(),
);

export type FrontMatter = z.infer<typeof frontMatterSchema>;
