import fc from 'fast-check';
import { relationshipJson } from '../../../../src/formats/shared/spdx3-relationships.js';
import { jsonString } from '../../../../src/formats/writing/text-escapes.js';

/** Anything that a file may say: quotes, backslashes, control characters, lone surrogates. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\u0000', '\u007f', '\u2028', '\ud800', 'ä', 'a') }),
);

test('a text is written as JSON.stringify writes it', () => {
  fc.assert(fc.property(text, (one) => expect(jsonString(one)).toBe(JSON.stringify(one))));
});

test('a relationship of SPDX 3 is the JSON of its element, whatever its texts are', () => {
  const relationship = fc.record({
    from: text,
    type: text,
    to: fc.array(text, { minLength: 1 }),
    scope: text,
    comment: text,
  });
  fc.assert(
    fc.property(relationship, text, (one, spdxId) => {
      const { from, type, to, scope, comment } = one;
      const element = {
        creationInfo: '_:info',
        type: scope === '' ? 'Relationship' : 'LifecycleScopedRelationship',
        spdxId,
        from,
        relationshipType: type,
        to,
        ...(scope !== '' && { scope }),
        ...(comment !== '' && { comment }),
      };
      expect(relationshipJson(one, spdxId, '_:info')).toBe(JSON.stringify(element));
    }),
  );
});
