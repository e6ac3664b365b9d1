import { Global, Module } from '@nestjs/common';
import { Configuration } from '../configuration/configuration.js';
import { Database } from '../database/database.js';
import { MasterKeyWatch } from './master-key-watch.js';
import { openVault, Vault } from './vault.js';

@Global()
@Module({
  providers: [{ provide: Vault, inject: [Configuration, Database], useFactory: openVault }, MasterKeyWatch],
  exports: [Vault],
})
export class SecurityModule {}
