/**
 * What tells the command that a person allowed from any other that looks like it: a random text that the hook adds to the
 * command when it makes the host ask. Until the person says yes, only the host has it; the ticket has its SHA-256.
 *
 *     chronicle memory apply p-12150d --proof 5c0e8f7a3b1d4e92a6c8f0b1d2e3a4c5
 */
import { randomBytes } from 'node:crypto';
import { sha256Of } from '../disk/digest.ts';

const BYTES = 16;

export function newProof(): string {
  return randomBytes(BYTES).toString('hex');
}

export function proofDigest(proof: string): string {
  return sha256Of(proof);
}

/** A plain command of one line, with its proof. */
export function withProof(command: string, proof: string): string {
  return `${command.trim()} --proof ${proof}`;
}
