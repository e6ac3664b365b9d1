import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import { createTransport } from 'nodemailer';
import { CallerError } from '../../model/errors.js';
import { EgressUnavailableError } from '../../platform/egress/egress-timer.js';
import type { EgressClient } from '../../platform/egress/egress-client.js';
import type { EmailBody } from './email-message.js';
import { taken, type OutgoingMessage, type Receipt } from './receiver.js';

/** Where an e-mail goes, and through which server. */
export type EmailTarget = {
  readonly smtp_host: string;
  readonly smtp_port: number;
  /** `tls` from the first byte, or `starttls`, without which nothing is sent. */
  readonly smtp_security: 'tls' | 'starttls';
  /** Empty: the server asks for none. */
  readonly smtp_username: string;
  readonly sender: string;
  readonly recipients: readonly string[];
};

const timeoutMs = 20_000;
/** Codes of nodemailer for what the server refuses for good. */
const refusals: ReadonlySet<string> = new Set(['EAUTH', 'EENVELOPE', 'EMESSAGE']);

/** Sends an e-mail through a port that leads to the server alone, whose address is checked as for every request. */
export async function sendEmail(outside: EgressClient, message: OutgoingMessage): Promise<Receipt> {
  const target = message.target as EmailTarget;
  const way = await outside.forward(target.smtp_host, target.smtp_port);
  const transport = createTransport({
    host: '127.0.0.1',
    port: way.port,
    secure: target.smtp_security === 'tls',
    requireTLS: target.smtp_security === 'starttls',
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    ...(target.smtp_username !== '' && { auth: { user: target.smtp_username, pass: message.secret } }),
    tls: {
      ...(isIP(target.smtp_host) === 0 && { servername: target.smtp_host }),
      ...(outside.certificates && { ca: [...outside.certificates] }),
      rejectUnauthorized: true,
      // The connection goes to the port of this process, whose address is in no certificate.
      checkServerIdentity: (_port, certificate) => checkServerIdentity(target.smtp_host, certificate),
    },
  });
  const abort = (): void => transport.close();
  message.signal.addEventListener('abort', abort, { once: true });
  try {
    const { text, html } = JSON.parse(message.body) as EmailBody;
    const sent = await transport.sendMail({
      from: target.sender,
      to: [...target.recipients],
      subject: message.subject,
      text,
      html,
      // The same in every attempt, so that a second delivery is recognized.
      messageId: `<${message.id}@${domainOf(target.sender)}>`,
      headers: { 'auto-submitted': 'auto-generated' },
    });
    return receiptOfRefused(sent.rejected.map(String), target.recipients.length);
  } catch (error) {
    return receiptOf(way.refusal ?? error);
  } finally {
    message.signal.removeEventListener('abort', abort);
    transport.close();
    await way.close();
  }
}

/** A server may take a message for some recipients and refuse it for others, who will not see it. */
function receiptOfRefused(refused: readonly string[], recipients: number): Receipt {
  if (refused.length === 0) return taken;
  const error = `The server refuses ${refused.length} of ${recipients} recipients, who did not get the message: ${refused.join(', ')}`;
  return { ...taken, error };
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).replace(/[^\w.-]/g, '');

function receiptOf(error: unknown): Receipt {
  if (error instanceof CallerError || error instanceof EgressUnavailableError)
    return { error: error.message, isTaken: false, isFinal: false, waitSeconds: 0 };
  const { code = '', responseCode = 0 } = error as { code?: string; responseCode?: number };
  if (code === '') throw error;
  // What the server answers may repeat what it was sent, so only its number is kept.
  const answered = responseCode > 0 ? ` (the server answered ${responseCode})` : '';
  const isFinal = refusals.has(code) && responseCode >= 500 && code !== 'EAUTH';
  return {
    error: `${reasons[code] ?? 'The e-mail could not be sent'}${answered}`,
    isTaken: false,
    isFinal,
    waitSeconds: 0,
  };
}

const reasons: Readonly<Record<string, string>> = {
  EAUTH: 'The server refuses the user name or the password',
  EENVELOPE: 'The server refuses the sender or a recipient',
  EMESSAGE: 'The server refuses the message',
  ETLS: 'The connection could not be encrypted; nothing was sent',
  ETIMEDOUT: 'The server did not answer in time',
  ECONNECTION: 'The server closed the connection',
  ESOCKET: 'The connection failed, or the certificate of the server is not trusted',
  EDNS: 'The name of the server cannot be resolved',
};
