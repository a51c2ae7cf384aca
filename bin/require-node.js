// Stops npm install if Node is too old for the site. Plain old JavaScript, because it has to run on an old Node.
// Does nothing in a clone: there, the site runs on the Node that npm ci installs.
// biome-ignore lint/style/useNodejsImportProtocol: Node 12 does not know the prefix.
var path = require('path');
// biome-ignore lint/style/useNodejsImportProtocol: as above.
var isClone = require('fs').existsSync(path.join(__dirname, '../package-lock.json'));
var isGlobal = process.env.npm_config_global === 'true';
var version = process.versions.node.split('.').map(Number);
if ((!isClone || isGlobal) && (version[0] < 22 || (version[0] === 22 && version[1] < 12))) {
  console.error(
    'session-chronicle needs Node 22.12 or newer, but this is Node ' +
      process.versions.node +
      '. Install a newer Node, then run npm install again.',
  );
  process.exit(1);
}
