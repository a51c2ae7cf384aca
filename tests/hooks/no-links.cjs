// Loaded before the bundle: simulates a file system without hard links, such as exFAT and some network file systems.
const fs = require('node:fs');
fs.linkSync = (from, to) => {
  throw Object.assign(new Error(`EPERM: operation not permitted, link '${from}' -> '${to}'`), {
    code: 'EPERM',
    path: from,
  });
};
