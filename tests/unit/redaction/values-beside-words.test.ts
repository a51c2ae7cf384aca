import { describe, expect, it } from 'vitest';
import { findingsIn, published } from './scanning.ts';

const HEX = '8f3a9c0d7e6b5a4938271605f4e3d2c1';
const BASE64 = 'Zk3vQ8rT1nXw5LbY7mHs2JdC9fGp4KaEuR6tVo0iNxM=';
const AWS_SECRET = ['q7ZpT3vK9mXw2', 'LbY8nR/Hs5JdC1', 'fGpz4KaEuR6tVo'].join('').slice(0, 40);
const UUID = 'c3b1f0e2-7a4d-4c19-8e52-6d0f9b7a1c34';

describe('scan of values beside a word', () => {
  it.each([
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
  ])('finds: %s', async (text, value) => {
    const musts = (await findingsIn([text])).filter((each) => each.class === 'must').map((each) => each.value);
    expect(musts).toContain(value);
    expect(await published(text)).not.toContain(value);
  });

  it.each([
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
  ])('finds nothing in: %s', async (text) => {
    expect((await findingsIn([text])).map(({ kind, value }) => `${kind}: ${value}`)).toEqual([]);
  });
});
