/**
 * Removes name and password from an address, because lock files may contain them. The user of ssh ("git@") is part of
 * the address and stays.
 */
export function withoutCredentials(address: string): string {
  return address.replace(/(\w{1,20}):\/\/([^/@\s?#]{1,2000})@/g, (_match, scheme: string, user: string) => {
    const [name = '', password] = user.split(':', 2);
    return /https?$/.test(scheme) || password !== undefined ? `${scheme}://` : `${scheme}://${name}@`;
  });
}
