import { isIPv6 } from 'node:net';

/** The network that an address belongs to: an IPv6 client controls its whole /64. */
export const networkOf = (address: string): string =>
  isIPv6(address) && !address.includes('.') ? firstGroups(address, 4) : address;

function firstGroups(address: string, count: number): string {
  const [head = '', tail] = address.split('::', 2);
  const front = head === '' ? [] : head.split(':');
  const back = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(8 - front.length - back.length).fill('0');
  return [...front, ...zeros, ...back].slice(0, count).join(':');
}
