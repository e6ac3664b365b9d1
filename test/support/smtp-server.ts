import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SourceServer } from './source-server.js';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Whole, with its headers. */
  readonly text: string;
}

/** A mail server on every address of this machine that takes mail over STARTTLS from who knows the password. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** What it answers in place of taking the next mails. */
  refusal: { readonly responseCode: number } | null = null;
  /** A recipient that it does not know. */
  unknownRecipient = '';
  private readonly server: SMTPServer;

  private constructor(pair: SourceServer['pair'], user: string, password: string) {
    this.server = new SMTPServer({
      ...pair,
      onAuth: ({ username, password: given }, _session, done) =>
        username === user && given === password ? done(null, { user }) : done(new Error('No')),
      onRcptTo: ({ address }, _session, done) =>
        address === this.unknownRecipient
          ? done(Object.assign(new Error('No such user'), { responseCode: 550 }))
          : done(),
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (this.refusal) return done(Object.assign(new Error('Refused'), this.refusal));
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          const to = envelope.rcptTo.map(({ address }) => address);
          this.mails.push({ from, to, text: Buffer.concat(chunks).toString() });
          done();
        });
      },
    });
  }

  /** @param pair the certificate that it proves itself with */
  static async start(pair: SourceServer['pair'], user: string, password: string): Promise<MailServer> {
    const one = new MailServer(pair, user, password);
    await new Promise<void>((listening) => one.server.listen(0, '0.0.0.0', listening));
    return one;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    return new Promise((closed) => this.server.close(() => closed()));
  }
}
