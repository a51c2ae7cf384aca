import fc from '../../node_modules/fast-check/lib/fast-check.js';

const TIMES = Number(process.env.TIMES ?? 20);

/** fast-check with an `assert` that makes `TIMES` as many runs, each time with new input. */
export default {
  ...fc,
  assert: ((property, parameters) =>
    fc.assert(property, { ...parameters, numRuns: TIMES * (parameters?.numRuns ?? 100) })) as typeof fc.assert,
};
