import { Analyst } from '../support/analyses.js';
import { startApp, type TestApp } from '../support/app.js';
import { GitRepository } from '../support/git-repository.js';
import { firstAdmin } from '../support/people.js';
import { hasSsh, SshServer } from '../support/ssh-server.js';
import { describeIf } from '../support/requirement.js';

describeIf(hasSsh, 'git or sshd is not installed')('analyses of git projects over ssh', () => {
  let repository: GitRepository;
  let server: SshServer;
  let app: TestApp;
  let analyst: Analyst;

  beforeAll(async () => {
    repository = new GitRepository();
    server = await SshServer.start();
    app = await startApp({ ROLES: 'api,worker', ...server.settings });
    analyst = new Analyst(app, await firstAdmin(app));
  });
  afterAll(async () => {
    await app.close();
    server.close();
    repository.remove();
  });

  const project = (deploy_key: string) =>
    analyst.project({ type: 'git', branch: 'main', source: server.address(repository.bare), deploy_key });

  it('fetches with the deploy key from a host whose key is known', async () => {
    const commit = repository.push({ 'requirements.txt': 'flask==3.0.0\n' });
    const analysis = await analyst.analyze(await project(server.key('deploy')));
    expect(analysis).toMatchObject({ status: 'finished', message: '', revision: commit, components: 1 });
  });

  it('says when the key is not the right one', async () => {
    const analysis = await analyst.analyze(await project(server.key('stranger')));
    expect(analysis).toMatchObject({ status: 'errored', message: 'The source rejected the credentials' });
  });

  it('speaks to no host that shows another key than the known one', async () => {
    server.know('stranger');
    try {
      const analysis = await analyst.analyze(await project(server.key('deploy')));
      expect(analysis).toMatchObject({
        status: 'errored',
        message: expect.stringMatching(/host key of the SSH server/),
      });
    } finally {
      server.know('host');
    }
  });
});
