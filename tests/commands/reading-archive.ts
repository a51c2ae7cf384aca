import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

export const SAMPLE = join(import.meta.dirname, '../fixtures/sample/projects');
export const ESCAPE = String.fromCharCode(27);
export const HOSTILE = `---
session_id: 00000000-hostile
date: 2026-06-01
branch: x/y
task:
started: 2026-06-01T08:00:00Z
---

## Events

- 10:00 [ERROR] zebra ${ESCAPE}[31mred${ESCAPE}[0m \u202egnp.exe \u009b31m
- 10:01 [INSIGHT] zebra ${'long '.repeat(2000)}

## Summary

A zebra was here.
`;

/** A configuration directory with the sample as the owner's archive and a session of control characters. */
export function openReadingArchive(): string {
  const config = temporaryDirectory('reading');
  cpSync(SAMPLE, join(config, 'projects'), { recursive: true });
  const directory = join(config, 'projects/-home-robin-hostile/chronicle');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, '2026-06-01-x-y.md'), HOSTILE);
  return config;
}

export const lines = (text: string) => text.trimEnd().split('\n');
