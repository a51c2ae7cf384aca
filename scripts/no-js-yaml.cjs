/** In place of js-yaml, which gray-matter loads for an engine that we replace (src/format/front-matter.ts). */
const refuse = () => {
  throw new Error('js-yaml is not in this bundle');
};

module.exports = { safeLoad: refuse, safeDump: refuse };
