import fc from '../../node_modules/fast-check/lib/fast-check.js';

const TIMES = Number(process.env.TIMES ?? 20);

/** fast-check as the tests know it, but its `assert` takes other input at every run, and more of it. */
export default {
  ...fc,
  assert: ((property, parameters) =>
    fc.assert(property, { ...parameters, numRuns: TIMES * (parameters?.numRuns ?? 100) })) as typeof fc.assert,
};
