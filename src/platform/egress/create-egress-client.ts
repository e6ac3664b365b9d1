import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import type { Configuration } from '../configuration/configuration.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { EgressClient } from './egress-client.js';

/**
 * The client configured by the settings.
 *
 * @param more addresses that are opened for this client alone
 * @throws ConfigurationError if the file of authorities cannot be used
 */
export function createEgressClient(
  { egressAllowlist, egressCaFile: outsideCaFile }: Configuration,
  more: readonly string[] = [],
): EgressClient {
  const opened = new Set([...egressAllowlist, ...more]);
  if (outsideCaFile === '') return new EgressClient(opened);
  return new EgressClient(opened, { ca: [...rootCertificates, ...readCertificates(outsideCaFile)] });
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
