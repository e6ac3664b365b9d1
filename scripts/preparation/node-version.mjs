/* Imported first, and written so that old versions of Node can read it. */
const wanted = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < wanted[0] || (major === wanted[0] && minor < wanted[1])) {
  console.error(`Stocktake needs Node ${wanted.join('.')} or later, and this is Node ${process.versions.node}.`);
  process.exit(1);
}
