import fc from 'fast-check';

import { canonicalJson, sha256Hex } from './canonical-json.js';

describe('canonicalJson', () => {
  it('writes the example of RFC 8785', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('orders members by UTF-16 code units and leaves undefined ones out', () => {
    expect(canonicalJson({ '\u{1F600}': 1, '\ufb33': 2, '10': 3, '9': 4, gone: undefined })).toBe(
      '{"10":3,"9":4,"\u{1F600}":1,"\ufb33":2}',
    );
  });

  it.each([['\ud800'], [{ a: ['x\udc00'] }], [{ '\ud83d': 1 }], ['\\\ud800'], [undefined], [NaN], [Infinity], [1n]])(
    'refuses %j',
    (value) => {
      expect(() => canonicalJson(value)).toThrow(TypeError);
    },
  );

  it('takes text that only looks like an escaped surrogate', () => {
    expect(canonicalJson('\\ud800')).toBe('"\\\\ud800"');
  });

  it('says the same after a round trip', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });
});

describe('sha256Hex', () => {
  it('takes text as UTF-8', () => {
    expect(sha256Hex('é')).toBe(sha256Hex(Buffer.from([0xc3, 0xa9])));
    expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });
});
