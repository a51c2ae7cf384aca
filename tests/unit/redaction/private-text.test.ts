import { expect, it } from 'vitest';
import { addressDetector } from '#src/redaction/address-detector.ts';
import { homePathDetector } from '#src/redaction/home-path.ts';
import { nameDetector } from '#src/redaction/own-name.ts';
import { isPrivate } from '#src/redaction/private-text.ts';

const DETECTORS = [
  addressDetector,
  homePathDetector('/home/robin'),
  nameDetector([
    { text: 'Ada Byron', kind: 'git name', replacement: '[name]' },
    { text: 'Nordwind', kind: 'organisation', replacement: '[organisation]' },
  ]),
];

it.each([
  ['write to maria.keller@brightfield.io', true],
  ['call +49 151 2345 6789', true],
  ['it is in /home/robin/x', true],
  ['Ada Byron wrote it', true],
  ['Nordwind wrote it', false],
  ['the queue is on db.internal.corp.io', false],
  ['lib/limit.ts has a limiter', false],
])('%j', async (text, expected) => expect(await isPrivate(text, DETECTORS)).toBe(expected));
