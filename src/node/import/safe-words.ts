import { ChronicleError } from '#src/project/chronicle-error.ts';
import { accountDetector } from '#src/redaction/account-detector.ts';
import { contextDetector } from '#src/redaction/context-detector.ts';
import { applyEdits, editsFor } from '#src/redaction/edits.ts';
import type { Detector } from '#src/redaction/match.ts';
import { randomDetector } from '#src/redaction/random-detector.ts';
import { scan } from '#src/redaction/scan.ts';
import { tokenDetector } from '#src/redaction/token-detector.ts';
import { secretlintDetector } from '../redaction/secretlint-detector.ts';

/** Returns a text of one session without secrets; empty if the text was not among those scanned. */
export type SafeWords = (words: string) => string;

/**
 * Removes secrets from transcript texts: tokens, passwords, keys, card numbers. Home paths stay, since the chronicle names
 * its directory anyway. An installation without packages uses our own rules only.
 */
export async function wordCleaner(): Promise<(words: readonly string[]) => Promise<SafeWords>> {
  const detectors = [tokenDetector, contextDetector, ...(await secretlintIfThere()), accountDetector, randomDetector];
  return async (words) => {
    const texts = [...new Set(words)];
    const fragments = texts.map((text) => ({ text, place: '', event: null }));
    const found = await scan(fragments, { detectors, decisions: { salt: '', byHash: {} }, hash: () => '' });
    const secrets = found.filter((finding) => finding.class === 'must');
    const safe = new Map(texts.map((text) => [text, applyEdits(text, editsFor({ text }, secrets))]));
    return (text) => safe.get(text) ?? '';
  };
}

async function secretlintIfThere(): Promise<Detector[]> {
  try {
    return [await secretlintDetector()];
  } catch (error) {
    if (error instanceof ChronicleError && error.code === 'CHRONICLE_NOT_INSTALLED') return [];
    throw error;
  }
}
