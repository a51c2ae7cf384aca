import { describe, expect, it } from 'vitest';
import { findingsIn } from './scanning.ts';

describe('scan of personal and internal values', () => {
  it.each([
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
  ])('asks about: %s', async (text, kind, value) => {
    const found = await findingsIn([text]);
    expect(found).toContainEqual(expect.objectContaining({ kind, value, class: 'review', mayKeep: true }));
  });

  it.each([
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
  ])('finds nothing in: %s', async (text) => {
    expect((await findingsIn([text])).map(({ kind, value }) => `${kind}: ${value}`)).toEqual([]);
  });
});
