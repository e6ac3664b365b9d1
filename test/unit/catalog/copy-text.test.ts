import { copyLine, jsonText } from '../../../src/catalog/loading/copy-text.js';

describe('COPY text', () => {
  it('escapes what separates rows and columns, and leaves out what UTF-8 and PostgreSQL cannot hold', () => {
    expect(copyLine(['a\tb\nc\\d', null, 3, true])).toBe('a\\tb\\nc\\\\d\t\\N\t3\ttrue\n');
    expect(copyLine(['x\0y'])).toBe('xy\n');
    expect(copyLine(['\ud800'])).toBe('\ufffd\n');
  });

  it('writes arrays whose items hold quotes, commas and braces', () => {
    expect(copyLine([['a"b', 'c,{d}', 'e\\f']])).toBe('{"a\\\\"b","c,{d}","e\\\\\\\\f"}\n');
  });

  it('takes from JSON what jsonb refuses, and nothing else', () => {
    expect(jsonText({ a: 'x\0y', b: '\ud800z', c: '\\u0000', d: 'é\n' })).toBe(
      '{"a":"xy","b":"z","c":"\\\\u0000","d":"é\\n"}',
    );
  });
});
