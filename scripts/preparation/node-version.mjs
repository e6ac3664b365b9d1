/* Imported first, in syntax that old versions of Node can parse. */
const required = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < required[0] || (major === required[0] && minor < required[1])) {
  console.error(`Stocktake needs Node ${required.join('.')} or later. This is Node ${process.versions.node}.`);
  process.exit(1);
}
