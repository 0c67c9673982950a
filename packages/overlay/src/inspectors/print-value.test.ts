import { describe, expect, it } from 'vitest';
import { computed, reactive, ref } from 'vue';

import { printInputs } from './print-value.ts';

const printValue = (value: unknown) => printInputs({ value }).value;

class User {
  name = 'Ann';
  #secret = 1;
  get loud(): string {
    throw new Error(`called ${String(this.#secret)}`);
  }
}

describe('a printed value', () => {
  it.each<[string, unknown, unknown]>([
    ['a text', 'x', 'x'],
    ['a number', 1.5, 1.5],
    ['no number', NaN, 'NaN'],
    ['undefined', undefined, 'undefined'],
    ['null', null, null],
    ['a big integer', 12n, '12n'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    [
      'a function',
      function save() {
        return 1;
      },
      'ƒ save()',
    ],
    ['a class', User, 'class User'],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a broken date', new Date(NaN), 'Invalid Date'],
    ['an address', new URL('https://a.b/c'), 'https://a.b/c'],
    ['an error', new TypeError('no'), 'TypeError: no'],
    ['a pattern', /a/g, '/a/g'],
    ['a promise', Promise.resolve(1), '[Promise]'],
    ['bytes', new Uint8Array(3), '[Uint8Array]'],
    ['a map', new Map([['a', { b: 1 }]]), { '[Map]': [['a', { b: 1 }]] }],
    ['a set', new Set([1, 'a']), { '[Set]': [1, 'a'] }],
    ['an instance', new User(), { '[class]': 'User', name: 'Ann' }],
    [
      'a React element',
      { $$typeof: Symbol.for('react.transitional.element'), type: User, props: { a: 1 } },
      '<User …>',
    ],
    ['a React host element', { $$typeof: Symbol.for('react.element'), type: 'b', props: {} }, '<b>'],
    ['a Vue ref', ref({ a: 1 }), { a: 1 }],
    ['a Vue reactive object', reactive({ a: ref(1), b: [1] }), { a: 1, b: [1] }],
    ['null in a ref', ref(null), null],
    [
      'a key that would be a prototype',
      JSON.parse('{"__proto__":{"a":1}}'),
      JSON.parse('{"__proto__":{"a":1}}'),
    ],
    [
      'a getter',
      {
        get a() {
          throw new Error('called');
        },
      },
      { a: '[getter]' },
    ],
  ])('shows %s', (_, value, expected) => {
    expect(printValue(value)).toEqual(expected);
  });

  it('reads Angular signals without calling them, and says where there is no value', () => {
    const signal = (node: object) =>
      Object.assign(() => expect.fail('was called'), { [Symbol('SIGNAL')]: node });
    const computation = () => 7;
    expect(
      printInputs({
        set: signal({ value: 7 }),
        required: signal({ value: Symbol('InputSignalNode#UNSET') }),
        used: signal({ value: 7, computation, dirty: false, consumers: {} }),
        outdated: signal({ value: 7, computation, dirty: true, consumers: {} }),
        unused: signal({ value: Symbol('UNSET'), computation, dirty: true }),
        failed: signal({ value: Symbol('ERRORED'), computation, dirty: false, consumers: {} }),
        unknown: signal({}),
      }),
    ).toEqual({
      set: 7,
      required: '[not set]',
      used: 7,
      outdated: '[not computed yet]',
      unused: '[not computed yet]',
      failed: '[throws when read]',
      unknown: '[signal]',
    });
  });

  it('keeps a secret that a signal holds', () => {
    const signal = (value: unknown) => Object.assign(() => value, { [Symbol('SIGNAL')]: { value } });
    expect(printInputs({ apiToken: signal('tok_live_1'), hasToken: signal(true) })).toEqual({
      apiToken: '[redacted]',
      hasToken: true,
    });
  });

  it('does not compute what was not computed yet', () => {
    let ran = false;
    const lazy = computed(() => (ran = true));
    printValue({ lazy });
    expect(ran).toBe(false);
  });

  it('marks a cycle, and shows what is only shared', () => {
    const shared = { a: 1 };
    const cyclic: Record<string, unknown> = { one: shared, two: shared };
    cyclic.self = cyclic;
    expect(printValue(cyclic)).toEqual({ one: { a: 1 }, two: { a: 1 }, self: '[Circular]' });
  });

  it('stops at four levels and at fifty entries', () => {
    expect(printValue({ a: { b: { c: { d: { e: 1 } } } } })).toEqual({ a: { b: { c: { d: '[Object]' } } } });
    const list = printValue(Array.from({ length: 60 }, (_, index) => index));
    expect(list).toHaveLength(51);
    expect(list).toContain('… 10 more');
  });

  it('cuts long texts', () => {
    expect(printValue('x'.repeat(2_000))).toBe(`${'x'.repeat(500)}… (2000 characters)`);
  });

  it('prints proxies that throw', () => {
    const hostile = new Proxy(
      {},
      {
        get() {
          throw new Error('no');
        },
        ownKeys() {
          throw new Error('no');
        },
      },
    );
    expect(printInputs({ hostile, ok: 1 })).toEqual({ hostile: '[unreadable]', ok: 1 });
    expect(printInputs(hostile)).toEqual({});
  });
});

describe('inputs', () => {
  it('hide secrets by name and by look, but not flags and handlers', () => {
    expect(
      printInputs({
        password: 'hunter2',
        form: { apiKey: 'abc', note: 'sk-proj-abcdef0123456789ABCD' },
        showPassword: true,
        session: { user: 'ann' },
      }),
    ).toEqual({
      password: '[redacted]',
      form: { apiKey: '[redacted]', note: '[redacted]' },
      showPassword: true,
      session: '[redacted]',
    });
  });

  it('stay far below what the schema takes, however big the app makes them', () => {
    const huge = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [
        `key${String(index)}`,
        Array.from({ length: 100 }, () => ({ text: '"\u0001'.repeat(300), more: { x: ['y'.repeat(900)] } })),
      ]),
    );
    expect(JSON.stringify(printInputs(huge)).length).toBeLessThan(30_000);
  });

  it('read the getters of the record itself', () => {
    expect(
      printInputs({
        get a() {
          return 1;
        },
        get b(): number {
          throw new Error('no');
        },
      }),
    ).toEqual({
      a: 1,
      b: '[throws when read]',
    });
  });
});
