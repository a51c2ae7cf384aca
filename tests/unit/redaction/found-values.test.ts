/** What a scan finds in a text and what not, one case a line. */
import { describe, expect, it } from 'vitest';
import { HOST_LOOK_ALIKES, INTERNAL_HOSTS } from '#tests/fixtures/redaction/internal-hosts.ts';
import { findingsIn, leaks, published } from './scanning.ts';

const HEX = '8f3a9c0d7e6b5a4938271605f4e3d2c1';
const BASE64 = 'Zk3vQ8rT1nXw5LbY7mHs2JdC9fGp4KaEuR6tVo0iNxM=';
const AWS_SECRET = ['q7ZpT3vK9mXw2', 'LbY8nR/Hs5JdC1', 'fGpz4KaEuR6tVo'].join('').slice(0, 40);
const UUID = 'c3b1f0e2-7a4d-4c19-8e52-6d0f9b7a1c34';
const TOKEN = ['ghp', 'Q7kZ2mX9pL4vB8nR3tY6wC1sD5fG0hJaKeUo'].join('_');
const WORDS = 'abandon ability able about above absent absorb abstract absurd abuse access accident';

/** A text, and the only secret in it. */
const SECRETS: [string, string][] = [
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
];

/** A text, and a value that the words beside it make a secret. */
const BESIDE_WORDS: [string, string][] = [
  [`the signing key ${HEX}${HEX}`, `${HEX}${HEX}`],
  [`It said ${HEX} is the webhook secret.`, HEX],
  [`the upload token is ${BASE64} now`, BASE64],
  [`Der Schlüssel dafür ist ${HEX}.`, HEX],
  [`la clé secrète est ${HEX}`, HEX],
  [`the pair ${['AKIA', 'Q3EGRT5K7PL2MN4B'].join('')} and ${AWS_SECRET}`, AWS_SECRET],
  [`the deploy token ${UUID}`, UUID],
  ['пароль: Zq8Lw2Rt9xx', 'Zq8Lw2Rt9xx'],
  ['密码是 Zq8Lw2Rt9xx', 'Zq8Lw2Rt9xx'],
  ['a senha é Zq8Lw2Rt9xx', 'Zq8Lw2Rt9xx'],
  ['db_password: sunflower', 'sunflower'],
  ['Passwort: regenschirm, dann weiter', 'regenschirm'],
  ['Passwort: Regenschirm', 'Regenschirm'],
  ['The password for the router is "sunflower", he said.', 'sunflower'],
  ['passphrase: correct-horse-battery-staple', 'correct-horse-battery-staple'],
  ['see https://acme.io/view/%2Fhome%2Fkatharina%2Fnotes', '%2Fhome%2Fkatharina'],
  [`sgq_${HEX.slice(0, 16)}_${HEX}${HEX.slice(0, 8)}`, `sgq_${HEX.slice(0, 16)}_${HEX}${HEX.slice(0, 8)}`],
  [`see https://api.acme.io/v1/token/${HEX}/items`, HEX],
  [`see https://api.acme.io/x?page=2&page=1&api_key=${HEX}`, HEX],
  ['see https://api.acme.io/tr_prod_8sKx2Qm9ZtB4vLw7Yc1R/items', 'tr_prod_8sKx2Qm9ZtB4vLw7Yc1R'],
  ['see https://api.acme.io/x?v=8sKx2Qm9ZtB4vLw7Yc1R', '8sKx2Qm9ZtB4vLw7Yc1R'],
  ['see https://app.acme.io/login#id_token=8sKx2Qm9ZtB4vLw7Yc1R', '8sKx2Qm9ZtB4vLw7Yc1R'],
  ['see https://api.acme.io/x?password=sunflower', 'sunflower'],
];

/** A text, and the kind of a secret that the owner may keep. */
const UNCERTAIN: [string, string][] = [
  ['--secret-key my-own-words', 'command line password'],
  [`the Datadog key is ${HEX}`, 'possible key'],
  ['the card 4539 1488 0343 6467', 'card number'],
  ['to DE89 3704 0044 0532 0130 00 EUR', 'IBAN'],
];

/** A text, the kind of the only value in it, which is to review, and the value. */
const ONLY_PRIVATE: [string, string, string][] = [
  ['ping 93.184.216.34 now', 'IP address', '93.184.216.34'],
  ['http://93.184.216.34/x', 'IP address', '93.184.216.34'],
  ['at 2a00:1450:4001:82a::200e now', 'IP address', '2a00:1450:4001:82a::200e'],
  ['it is 3c:22:fb:9a:01:7e', 'MAC address', '3c:22:fb:9a:01:7e'],
  ['see ~mona/notes', 'home directory', '~mona'],
  ['on \\\\anchor\\finance', 'network share', '\\\\anchor\\finance'],
  ['session 3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11', 'session id', '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11'],
];

/** The same where more may be found. */
const PRIVATE: [string, string, string][] = [
  ['in the AWS account 384719205617.', 'cloud account', '384719205617'],
  ['arn:aws:iam::384719205617:role/deployer failed', 'ARN', 'arn:aws:iam::384719205617:role/deployer'],
  ['copied to s3://tidewater-backups/2026', 'bucket', 'tidewater-backups'],
  ['at tidewater-media.s3.eu-central-1.amazonaws.com', 'bucket', 'tidewater-media.s3.eu-central-1.amazonaws.com'],
  ['orders.c9akciq32.eu-west-1.rds.amazonaws.com', 'database host', 'orders.c9akciq32.eu-west-1.rds.amazonaws.com'],
  ['DB_HOST=pg3.tidewater.io', 'database host', 'pg3.tidewater.io'],
  ['portal.intranet.tidewater.co.za is down', 'private host', 'portal.intranet.tidewater.co.za'],
  ['ssh deploy@web-03', 'user and host', 'deploy@web-03'],
  ['maria@buildbox:~$ ls', 'user and host', 'maria@buildbox:~$'],
  ['SSN 536-90-4399', 'social security number', '536-90-4399'],
  ['Steuer-ID 86095742719', 'tax number', '86095742719'],
  ['NIF 48291736Q', 'tax number', '48291736Q'],
  ['CPF 384.719.205-14', 'tax number', '384.719.205-14'],
  ['MRNGLI87C54F205L', 'tax number', 'MRNGLI87C54F205L'],
  ['PESEL 87031412846', 'identity number', '87031412846'],
  ['756.3847.1920.53', 'identity number', '756.3847.1920.53'],
  ['they live at 1847 Maple Grove Avenue, Apt 4 now', 'street address', '1847 Maple Grove Avenue, Apt 4'],
  ['wohnt in der Lindenstraße 48', 'street address', 'Lindenstraße 48'],
  ['habite au 14 rue des Lilas', 'street address', '14 rue des Lilas'],
  ['at 48.137154, 11.576124', 'coordinates', '48.137154, 11.576124'],
  ['48°08\'14"N 11°34\'34"E', 'coordinates', '48°08\'14"N 11°34\'34"E'],
  ['call 415-867-5309', 'phone number', '415-867-5309'],
  ['Tel. 089 4567 8901', 'phone number', '089 4567 8901'],
  ['06 48 72 19 35', 'phone number', '06 48 72 19 35'],
  ['born on 14 March 1987', 'date of birth', '14 March 1987'],
  ['geboren am 14.03.1987', 'date of birth', '14.03.1987'],
  ['see https://acme.io/x?a=Lindenstra%C3%9Fe%2048', 'street address', 'Lindenstraße 48'],
  ['see https://acme.io/x?host=10.44.7.112&y=1', 'private address', '10.44.7.112'],
  ['see https://acme.io/x?host=fd12:3456:789a:4c21::7', 'private address', 'fd12:3456:789a:4c21::7'],
  ['at 0.316231, 32.582191', 'coordinates', '0.316231, 32.582191'],
  ['they live at 1847 Maple\n> Grove Avenue now', 'street address', '1847 Maple Grove Avenue'],
  ['SSN 536-90\n  -4399', 'social security number', '536-90-4399'],
];

const HARMLESS: string[] = [
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
  `The commit ${HEX} has the key.`,
  `The primary key ${UUID} and the idempotency key ${UUID} are ids.`,
  'password: required, password: string; password: forgotten',
  'Password: whatever everybody forgets',
  'Password: Required\nPassword: Eight characters, and the password is "wrong"',
  'password: not-required-here',
  'https://docs.acme.io/guides/password/reset and https://docs.acme.io/token/refresh-token-rotation-v2',
  `https://git.acme.io/acme/app/commit/${HEX}${HEX.slice(0, 8)}`,
  `https://acme.io/build/index-4f9bB2kQ9xLm3ZpT7vYc.js`,
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL8dPuuaLjXtNlUrzyH5r6jN9ulIgZBpdo',
  'https://acme.io/x?key=value&token=your-token-here&page=12',
  'The word key is used in src/redaction/VeryLongNames/OfFolders1/AndFiles.',
  'la clave es importante, der Schlüssel ist weg, a chave é nova',
  'arn:aws:iam::123456789012:role/example and arn:aws:iam::aws:policy/ReadOnlyAccess',
  's3://my-bucket/x and s3://bucket, gs://example-bucket',
  'npm install foo@latest, vue@next and @types/node@22',
  'ssh user@host and git@github.com',
  'SSN 123-45-6789 and 000-12-3456',
  'Steuer-ID 86095742718, NIF 48291736A, CPF 384.719.205-15, PESEL 87031412847',
  'The build took 384719205617 ns and 86095742719 cycles.',
  'See step 3 Main Way and 2 Test Close, String 5, Monitoring 3.',
  'Upgraded from 10.4.2.1 to 10.5.0.0, see https://acme.io/x?version=10.4.2.1 and driver==10.4.2.1',
  'The scores were 0.470712, 0.154381 and 0.998123.',
  'points 12.34,56.78 and 1.2345 2.3456',
  'It was released on 2015-03-02, and the project was born in 2015.',
  'It is 415-867, 12-34-56 and 2026-03-24.',
  'db.host: config.local.json and redis.host = settings.redis.host',
  ...HOST_LOOK_ALIKES.flat(),
];

describe('scan', () => {
  it.each(SECRETS)('finds all of the secret in: %s', async (text, secret) => {
    const musts = (await findingsIn([text])).filter((each) => each.class === 'must');
    expect(musts.map(({ value }) => value)).toEqual([secret]);
  });

  it.each(BESIDE_WORDS)('finds: %s', async (text, value) => {
    const musts = (await findingsIn([text])).filter((each) => each.class === 'must').map((each) => each.value);
    expect(musts).toContain(value);
    expect(await published(text)).not.toContain(value);
  });

  it.each(UNCERTAIN)('lets the owner keep an uncertain secret: %s', async (text, kind) => {
    expect(await findingsIn([text])).toEqual([expect.objectContaining({ kind, class: 'must', mayKeep: true })]);
  });

  it.each(ONLY_PRIVATE)('asks only about: %s', async (text, kind, value) => {
    expect(await findingsIn([text])).toEqual([expect.objectContaining({ kind, value, class: 'review' })]);
  });

  it.each(PRIVATE)('asks about: %s', async (text, kind, value) => {
    const found = await findingsIn([text]);
    expect(found).toContainEqual(expect.objectContaining({ kind, value, class: 'review', mayKeep: true }));
  });

  it.each(INTERNAL_HOSTS)('asks about the private host in %j', async (text, host) => {
    const findings = await findingsIn([text]);
    expect(findings.filter(({ value }) => value.includes(host))).toEqual([
      expect.objectContaining({ class: 'review' }),
    ]);
  });

  it('finds the host behind the user of an ssh address', async () => {
    const findings = await findingsIn(['git clone git@git.acme.internal:tide/mark.git']);
    expect(findings.map(({ kind, value }) => [kind, value])).toEqual([['private host', 'git.acme.internal']]);
  });

  it.each(HARMLESS)('finds nothing in: %s', async (text) => {
    expect((await findingsIn([text])).map(({ kind, value }) => `${kind}: ${value}`)).toEqual([]);
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
});
