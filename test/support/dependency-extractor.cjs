/** For `jest --findRelatedTests`: imports name `x.js`, and the file is `x.ts`. */
module.exports = {
  extract(code, _filePath, defaultExtract) {
    return new Set([...defaultExtract(code)].map((name) => (name.startsWith('.') ? name.replace(/\.js$/, '') : name)));
  },
  getCacheKey: () => 'js-to-ts-1',
};
