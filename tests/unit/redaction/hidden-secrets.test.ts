import { describe, expect, it } from 'vitest';
import { findingsIn, leaks, published } from './scanning.ts';

const HEX = '8f3a9c0d7e6b5a4938271605f4e3d2c1';
const TOKEN = ['ghp', 'Q7kZ2mX9pL4vB8nR3tY6wC1sD5fG0hJaKeUo'].join('_');
const WORDS = 'abandon ability able about above absent absorb abstract absurd abuse access accident';

describe('scan', () => {
  it.each([
    ['redis-cli -h cache -a s3cr3tRedis!', 's3cr3tRedis!'],
    ['Passwort lautet sommer2024!', 'sommer2024!'],
    ['the password is hunter2x9*', 'hunter2x9*'],
    ['the password is hunter2x9)', 'hunter2x9)'],
    ["redis-cli -a 's3cr3tRedis.' now", 's3cr3tRedis.'],
    ['my PIN is 482913', '482913'],
    ['the PIN for the door is 482913.', '482913'],
    ['the PIN 482913', '482913'],
    ['mysql -u app -pS3cr3t! app', 'S3cr3t!'],
    ['psk="Zq8Lw2Rt9xx"', 'Zq8Lw2Rt9xx'],
    ['WiFi key: kaffee42kanne', 'kaffee42kanne'],
    ['the pw tr0ub4dor&3x works', 'tr0ub4dor&3x'],
    ['Creds: bob/tr0ub4dor3x', 'tr0ub4dor3x'],
    ['I logged in as admin / tr0ub4dor3x', 'tr0ub4dor3x'],
    ['echo p@ssw0rd99 | sudo -S true', 'p@ssw0rd99'],
    ['**password** tr0ub4dor3x', 'tr0ub4dor3x'],
    [`| api_key | ${HEX} |`, HEX],
    ['| password | tr0ub4dor3x |', 'tr0ub4dor3x'],
    [`the Datadog key for staging is ${HEX}`, HEX],
    [`nsec1${'q2w3e4r5t6y7'.repeat(5)}`, `nsec1${'q2w3e4r5t6y7'.repeat(5)}`],
    [`The seed phrase is ${WORDS}.`, WORDS],
    [`mnemonic: "${WORDS} ${WORDS}"`, `${WORDS} ${WORDS}`],
    [`recovery phrase:\n${WORDS}\nand that was it`, WORDS],
  ])('finds all of the secret in: %s', async (text, secret) => {
    const musts = (await findingsIn([text])).filter((each) => each.class === 'must');
    expect(musts.map(({ value }) => value)).toEqual([secret]);
  });

  it('finds a password at the end of a sentence again', async () => {
    const [finding, ...more] = await findingsIn(['the password is hunter2x9!', 'I typed hunter2x9 twice']);
    expect([finding?.places.length, more]).toEqual([2, []]);
  });

  it('keeps closing brackets and marks', async () => {
    expect(await published('It (the password is hunter2x9) and more.')).toBe(
      'It (the password is [redacted: password]) and more.',
    );
    expect(await published('The password is hunter2x9. It')).toBe('The password is [redacted: password]. It');
  });

  it.each<[string, (left: string, right: string) => string]>([
    ['a colour of a terminal', (left, right) => `${left}\u001b[31m${right}`],
    ['a colour that is spelled', (left, right) => `${left}\\u001b[1;31m${right}`],
    ['a colour of a shell', (left, right) => `${left}\\033[0m${right}`],
    ['a picture of an escape', (left, right) => `${left}\u241b[0m${right}`],
    ['a line that goes on', (left, right) => `${left}\\\n${right}`],
    ['a combining mark', (left, right) => `${left}\u0301${right}`],
    ['a soft wrap', (left, right) => `${left}-\n  ${right}`],
    ['a sum of strings', (left, right) => `"${left}" + "${right}"`],
    ['a Cyrillic letter', (left, right) => `${left.replace(/p/, '\u0440')}${right}`],
    ['a Greek letter', (left, right) => `${left.replace(/X/, '\u03a7')}${right}`],
  ])('sees through %s', async (_, disguise) => {
    const text = `It was ${disguise(TOKEN.slice(0, 12), TOKEN.slice(12))} in the log.`;
    const left = await published(text);
    expect(left).toContain('[redacted: GitHub token]');
    expect(leaks(TOKEN, left)).toBe(false);
  });

  it.each([
    'aws secretsmanager get --secret-name my-app-secret --secret-arn arn2-of-it',
    'SECRET_NAME=my-app-secret2 and tokenFile: "run/secrets7/token"',
    'It loads index-4f9bB2kQ9xLm3ZpT7vYc.js first.',
    'Since version 10.4.1.2 it works, as in v10.0.3.1 and release 52.37.1.20.',
    'The ranges 192.168.0.0/16, 10.0.0.0/8, 192.0.2.0/24, 198.51.100.7 and 203.0.113.9 are for documents.',
    '2001:db8::1 is for documents, Chrome/120.36.44.2 is a browser.',
    `The key was in the commit ${HEX}${HEX.slice(0, 8)} of main.`,
    'The seed makes each drawing the same for the random tests that were here before them all along again',
    'Card 4242 4242 4242 4242 is for tests, 4539 1488 0343 6468 is none.',
    'Open /root/code/x, ~assets/x.css and the regex \\\\d+\\\\w+.',
    'The password argon2id hashes is the one; pin: 13',
  ])('finds nothing in: %s', async (text) => {
    expect((await findingsIn([text])).map(({ kind, value }) => `${kind}: ${value}`)).toEqual([]);
  });

  it.each([
    ['--secret-key my-own-words', 'command line password'],
    [`the Datadog key is ${HEX}`, 'possible key'],
    ['the card 4539 1488 0343 6467', 'card number'],
    ['to DE89 3704 0044 0532 0130 00 EUR', 'IBAN'],
  ])('lets the owner keep an uncertain secret: %s', async (text, kind) => {
    expect(await findingsIn([text])).toEqual([expect.objectContaining({ kind, class: 'must', mayKeep: true })]);
  });

  it.each([
    ['ping 93.184.216.34 now', 'IP address', '93.184.216.34'],
    ['http://93.184.216.34/x', 'IP address', '93.184.216.34'],
    ['at 2a00:1450:4001:82a::200e now', 'IP address', '2a00:1450:4001:82a::200e'],
    ['it is 3c:22:fb:9a:01:7e', 'MAC address', '3c:22:fb:9a:01:7e'],
    ['see ~mona/notes', 'home directory', '~mona'],
    ['on \\\\anchor\\finance', 'network share', '\\\\anchor\\finance'],
    ['session 3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11', 'session id', '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11'],
  ])('asks about possibly private text in: %s', async (text, kind, value) => {
    expect(await findingsIn([text])).toEqual([expect.objectContaining({ kind, value, class: 'review' })]);
  });
});
