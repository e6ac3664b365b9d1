import type { FirstAdministratorService } from '../../organizations/users/first-administrator.js';
import type { Configuration } from '../../platform/configuration/configuration.js';
import { ApiClient } from './api-client.js';
import { FirstPasswordFile } from './first-password-file.js';
import { importSample, type WelcomeOutput } from './sample.js';
import { tour } from './tour.js';

/** What the terminal shows at a start: much on the first one, little on the others. */
export class Welcome {
  private readonly passwordFile: FirstPasswordFile;
  private firstPassword: string | null = null;

  constructor(
    private readonly configuration: Configuration,
    private readonly output: WelcomeOutput,
  ) {
    this.passwordFile = new FirstPasswordFile(configuration.dataDir);
  }

  /** Before the service listens: creates the administrator of an empty database and shows the password. */
  async ensureAdministrator(service: FirstAdministratorService): Promise<void> {
    const made = await service.ensure(() => this.passwordFile.ensurePassword());
    this.firstPassword = made && !made.generated ? '' : (made?.password ?? this.passwordFile.read());
    if (this.firstPassword === null) return;
    this.output.write(
      'First start: the administrator was created. The password is shown only once.\n\n' +
        `  user      ${this.configuration.admin.username}\n` +
        `  password  ${this.firstPassword || '(as given by ADMIN_PASSWORD)'}\n\n`,
    );
  }

  /** After the service listens. */
  async showReady(url: string, openSession: () => Promise<string | null>): Promise<void> {
    const seconds = `${process.uptime().toFixed(1)} s after its start`;
    if (!this.configuration.has('api')) {
      const roles = [...this.configuration.roles].join(' and ');
      this.output.write(`Stocktake is ready as ${roles} (${seconds}); its health is at ${url}/health/ready.\n`);
      return;
    }
    this.output.write(`Stocktake is ready on ${url} (${seconds}).\n\n`);
    if (this.configuration.sample) await this.sample(url, await openSession());
    if (this.firstPassword !== null) {
      const commands = tour(url, this.configuration.admin.username, this.firstPassword);
      this.output.write(`The main steps, ready to paste:\n\n${commands}\n`);
      this.passwordFile.remove();
    }
    this.output.write(`The API is described at ${url}/docs. Ctrl+C stops the service.\n`);
  }

  /** A failure is only reported: the service works without its sample. */
  private async sample(url: string, token: string | null): Promise<void> {
    try {
      if (token !== null) await importSample(new ApiClient(url, token), this.output);
    } catch (error) {
      this.output.write(`The sample could not be imported: ${(error as Error).message}\n\n`);
    }
  }
}
