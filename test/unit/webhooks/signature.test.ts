import { generateSecret, secretError, signedHeaders } from '../../../src/webhooks/signature.js';

describe('signatures of webhooks', () => {
  it('are those of Standard Webhooks', () => {
    // The example of the specification's reference implementations.
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' };
    expect(signedHeaders([secret], message)).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('are as many as there are secrets', () => {
    const [one, other] = [generateSecret(), generateSecret()];
    const message = { id: 'a', timestamp: 1, body: '{}' };
    const of = (...secrets: string[]): string => signedHeaders(secrets, message)['webhook-signature']!;
    expect(of(one, other)).toBe(`${of(one)} ${of(other)}`);
    expect(of(one)).not.toBe(of(other));
  });

  it.each([
    [generateSecret(), true],
    [`whsec_${Buffer.alloc(24, 1).toString('base64')}`, true],
    [`whsec_${Buffer.alloc(23, 1).toString('base64')}`, false],
    [`whsec_${Buffer.alloc(65, 1).toString('base64')}`, false],
    ['whsec_not base64 at all, but long enough', false],
    [Buffer.alloc(32).toString('base64'), false],
  ])('take %s for a secret: %p', (secret, isOne) => expect(secretError(secret) === null).toBe(isOne));
});
