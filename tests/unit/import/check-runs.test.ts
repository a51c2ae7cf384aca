import { expect, it } from 'vitest';
import { Transcript } from './transcript.ts';

const failing = (times: number) => {
  const transcript = new Transcript().prompt('make the linter happy');
  for (let n = 0; n < times; n++) transcript.fails('npm run lint', `Exit code 1\n  3:1  error  Unexpected any ${n}`);
  return transcript;
};

it('says what made a check pass that failed five times', () => {
  const { found, friction } = failing(5).edits('src/a.ts', ': any', ': unknown').runs('npm run lint').read();
  expect(found).toEqual([
    expect.objectContaining({
      tag: 'INSIGHT',
      text: 'npm run lint passed after 5 failures, the last: 3:1 error Unexpected any 4',
      details: ['passed after a change of src/a.ts'],
    }),
  ]);
  expect(friction.get('lint, format or types')).toBe(5);
});

it('says nothing about four failures, nor where it never passed', () => {
  expect(failing(4).edits('src/a.ts', 'a', 'b').runs('npm run lint').found()).toEqual([]);
  expect(failing(5).found()).toEqual([]);
  expect(failing(5).prompt('leave it').runs('npm run lint').found()).toEqual([]);
});
