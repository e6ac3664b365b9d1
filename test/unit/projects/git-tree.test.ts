import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGitFiles } from '../../../src/projects/sources/git/git-files.js';
import { gitTree } from '../../../src/projects/sources/git/git-tree.js';
import { GitRepository, hasGit } from '../../support/git-repository.js';
import { describeIf } from '../../support/requirement.js';

describeIf(hasGit, 'git is not installed')('the tree of a commit', () => {
  let home: string;
  let repository: GitRepository;
  let commit: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'stocktake-tree-'));
    repository = new GitRepository();
    commit = repository.push({ 'a.txt': 'a', 'svc/package.json': '{}' });
  });
  afterEach(() => {
    repository.remove();
    rmSync(home, { recursive: true, force: true });
  });

  const removeObject = (revision: string): void => {
    const id = repository.git('rev-parse', revision);
    rmSync(join(repository.bare, 'objects', id.slice(0, 2), id.slice(2)));
  };
  const open = () => openGitFiles(home, { kind: 'git', gitDir: repository.bare, commit });

  it('has every file', async () => {
    const files = await open();
    expect([...files.sizes.keys()]).toEqual(['a.txt', 'svc/package.json']);
    await files.close();
  });

  it.each(['HEAD:svc', 'HEAD:a.txt'])('is not taken for a smaller one where %s is missing', async (revision) => {
    removeObject(revision);
    await expect(open()).rejects.toMatchObject({ name: 'TransientError' });
  });

  it('may be left before its end', async () => {
    for await (const { path } of gitTree(home, repository.bare, commit)) {
      expect(path).toBe('a.txt');
      break;
    }
  });
});
