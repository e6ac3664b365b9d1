import fc from 'fast-check';
import { productNames } from '../../../src/model/names/product-names.js';
import { cpuClock } from '../../support/cpu-time.js';

const namesOf = (key: string): string[] => {
  const [part = '', vendor = '', product = ''] = key.split(':');
  return productNames({ part, vendor, product });
};
const areOne = (one: string, other: string): boolean => namesOf(one).some((name) => namesOf(other).includes(name));

describe('the names of a product', () => {
  it.each([
    ['a:docker:desktop', 'a:docker:docker_desktop'],
    ['a:docker:desktop', 'a:docker_inc.:docker_desktop'],
    ['a:docker:desktop', 'a:docker,_inc.:docker_desktop'],
    ['a:apache:http_server', 'a:apache_software_foundation:apache_http_server'],
    ['a:nodejs:node.js', 'a:nodejs:nodejs'],
    ['a:nimbus:nimbus.reader', 'a:nimbus:nimbusreader'],
    ['a:palo_alto_networks:prisma_access', 'a:paloaltonetworks:prisma-access'],
    ['a:lightningai:pytorch_lightning', String.raw`a:lightning_ai:lightning_ai\/pytorch_lightning`],
    ['a:linux:linux_kernel', 'o:linux:linux_kernel'],
    ['o:vmware:esxi', 'a:vmware:vmware_esxi'],
    ['a:openssl:openssl', 'a:openssl_project:openssl'],
    ['a:code-snippets_project:code-snippets', 'a:code_snippets_project:code_snippets'],
  ])('are shared by spellings of one: %s, %s', (one, other) => expect(areOne(one, other)).toBe(true));

  it.each([
    ['two vendors', 'a:nimbus:gateway', 'a:cirrus:gateway'],
    ['software and the hardware below it', 'o:dlink:dir-823g', 'h:dlink:dir-823g'],
    ['packages that NVD had no vendor for', 'a:uri-js_project:uri-js', 'a:urijs_project:urijs'],
    ['such a package and a vendor of the letters', 'a:uri-js_project:uri-js', 'a:urijs:urijs'],
    ['numbers', 'a:nimbus:gateway_1.10', 'a:nimbus:gateway_11.0'],
    ['signs that are part of a name', 'a:gnu:g++', 'a:gnu:g'],
    ['a product and one of its parts', 'a:nimbus:gateway', 'a:nimbus:gateway_agent'],
    ['a vendor and a product that only begins like it', 'a:git:lab', 'a:git:gitlab'],
    ['names of other scripts', 'a:某公司:产品', 'a:某公司:软件'],
  ])('are not shared by %s: %s, %s', (_, one, other) => expect(areOne(one, other)).toBe(false));

  it('are of any text, short, and the same however its words are separated', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const separator = fc.constantFrom('_', '-', '.', ' ');
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), separator, separator, (words, first, second) => {
        const [one, other] = [first, second].map((between) => `a:some_vendor:${words.join(between)}`);
        expect(areOne(one!, other!)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.string(), fc.string(), (vendor, product) => {
        const names = productNames({ part: 'a', vendor, product });
        expect(names.length).toBeGreaterThan(0);
        for (const name of names) expect(name.length).toBeLessThanOrEqual(vendor.length + product.length + 3);
      }),
    );
  });

  it('take linear time of hostile texts', () => {
    const vendor = '_inc'.repeat(10_000);
    const spent = cpuClock();
    productNames({ part: 'a', vendor, product: `${vendor}${'-'.repeat(20_000)}` });
    expect(spent()).toBeLessThan(2_000);
  });
});
