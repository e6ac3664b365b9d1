/**
 * An address without the name and password that somebody wrote into it: lock files keep them, we do not. The user of ssh
 * ("git@") is no secret and part of the address.
 */
export function withoutCredentials(address: string): string {
  return address.replace(/(\w{1,20}):\/\/([^/@\s?#]{1,2000})@/g, (_whole, scheme: string, user: string) => {
    const [name = '', password] = user.split(':', 2);
    return /https?$/.test(scheme) || password !== undefined ? `${scheme}://` : `${scheme}://${name}@`;
  });
}
