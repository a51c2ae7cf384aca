import { setImmediate } from 'node:timers/promises';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { applyEdits, editsFor } from '#src/redaction/edits.ts';
import type { Detector, Finding } from '#src/redaction/finding.ts';
import { contextDetector } from '#src/redaction/named-secrets.ts';
import { accountDetector } from '#src/redaction/numbers.ts';
import { randomDetector } from '#src/redaction/random.ts';
import { type PlacedFinding, secretsIn } from '#src/redaction/scan.ts';
import { secretlintDetector, tokenDetector } from '#src/redaction/tokens.ts';

/** Other work of this process, which may be serving pages, gets its turn after this long (ms). */
const TURN_MS = 50;

/** Returns a text of one session without secrets; empty if the text was not among those scanned. */
export type SafeWords = (words: string) => string;

/**
 * Removes secrets from transcript texts: tokens, passwords, keys, card numbers. A secret found in one text is removed from
 * all of them, unless it could be an ordinary word or number. Home paths stay, since the chronicle names its directory
 * anyway. An installation without packages uses our own rules only.
 */
export async function safeWords(words: readonly string[]): Promise<SafeWords> {
  loaded ??= secretlintIfThere();
  const detectors = [tokenDetector, contextDetector, ...(await loaded), accountDetector, randomDetector];
  const found = new Map<string, PlacedFinding[]>();
  let turn = Date.now();
  for (const text of words) {
    if (!found.has(text)) found.set(text, await secretsIn(text, detectors));
    if (Date.now() - turn < TURN_MS) continue;
    await setImmediate();
    turn = Date.now();
  }
  const everywhere = new Map<string, Finding>();
  for (const { finding } of [...found.values()].flat())
    if (!isOrdinary(finding.value)) everywhere.set(finding.value, finding);
  const secrets = [...everywhere.values()];
  return (text) => {
    const placed = found.get(text);
    return placed === undefined ? '' : applyEdits(text, editsFor({ text }, secrets, placed));
  };
}

/** What takes long to load, once. */
let loaded: ReturnType<typeof secretlintIfThere> | undefined;

/**
 * Whether a secret could also be an ordinary word, name or number: `failed` in `PASSWORD=failed`, `currentPassword` in code.
 * Elsewhere, where no rule finds it, it most likely is.
 */
function isOrdinary(value: string): boolean {
  return /^[\p{L}\s'’_./:-]+$/u.test(value) || /^\d{1,8}$/.test(value);
}

async function secretlintIfThere(): Promise<Detector[]> {
  try {
    return [await secretlintDetector()];
  } catch (error) {
    if (error instanceof ChronicleError && error.code === 'CHRONICLE_NOT_INSTALLED') return [];
    throw error;
  }
}
