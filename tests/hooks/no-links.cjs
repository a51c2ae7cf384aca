// Loaded before the bundle: a file system without hard links, as exFAT and some network ones are.
const fs = require('node:fs');
fs.linkSync = (from, to) => {
  throw Object.assign(new Error(`EPERM: operation not permitted, link '${from}' -> '${to}'`), {
    code: 'EPERM',
    path: from,
  });
};
