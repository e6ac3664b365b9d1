import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { ConfigurationError, type Configuration } from '../configuration/configuration.js';
import { EgressClient } from './egress-client.js';

/**
 * The client configured by the settings.
 *
 * @throws ConfigurationError if the file of authorities cannot be used
 */
export function createEgressClient({
  egressAllowlist: outsideOpened,
  egressCaFile: outsideCaFile,
}: Configuration): EgressClient {
  if (outsideCaFile === '') return new EgressClient(outsideOpened);
  return new EgressClient(outsideOpened, { ca: [...rootCertificates, ...readCertificates(outsideCaFile)] });
}

function readCertificates(path: string): string[] {
  let certificates: string[];
  try {
    certificates = readFileSync(path, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    for (const certificate of certificates) new X509Certificate(certificate);
  } catch (error) {
    throw new ConfigurationError(`OUTSIDE_CA_FILE ${path} cannot be used: ${(error as Error).message}`);
  }
  if (certificates.length === 0) throw new ConfigurationError(`OUTSIDE_CA_FILE ${path} holds no certificate`);
  return certificates;
}
