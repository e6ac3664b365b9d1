import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { ConfigurationError, type Configuration } from '../configuration/configuration.js';
import { OutsideClient } from './outside-client.js';

/** The client as the settings want it. @throws ConfigurationError where the file of authorities cannot be used */
export function openOutsideClient({ outsideOpened, outsideCaFile }: Configuration): OutsideClient {
  if (outsideCaFile === '') return new OutsideClient(outsideOpened);
  return new OutsideClient(outsideOpened, { ca: [...rootCertificates, ...authoritiesIn(outsideCaFile)] });
}

function authoritiesIn(path: string): string[] {
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
