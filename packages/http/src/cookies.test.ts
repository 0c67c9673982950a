import { describe, expect, it } from 'vitest';

import { cookieNames, setsOurCookie, withoutOurCookies } from './cookies.ts';

const ours = Object.values(cookieNames);

describe.each(ours)('the cookie %s', (name) => {
  it.each([
    { spelling: `${name}=x`, as: 'as it is' },
    { spelling: name, as: 'without a value' },
    { spelling: `  \t${name} \t=x`, as: 'with white space around' },
    { spelling: `\u00a0${name}=x`, as: 'with a white space that only some programs trim' },
    { spelling: `${name.toUpperCase()}=x`, as: 'in capitals' },
    { spelling: `=${name}=x`, as: 'as the value of a cookie without a name' },
    { spelling: ` = =${name}=x`, as: 'behind several signs' },
    { spelling: `__Host-${name}=x`, as: 'with the prefix of a host' },
    { spelling: `__secure-${name}=x`, as: 'with a prefix in small letters' },
    { spelling: `__Host-Http-${name}=x`, as: 'with a newer prefix' },
  ])('is known $as', ({ spelling }) => {
    expect(withoutOurCookies(`a=1; ${spelling}; b=2`)).toBe('a=1; b=2');
    expect(withoutOurCookies(spelling)).toBeNull();
    expect(setsOurCookie(`${spelling}; Path=/; Domain=localhost; Secure`)).toBe(true);
  });

  it('is no part of the name or the value of another one', () => {
    const others = `my-${name}=1; ${name}-theme=2; back=${name}=3; __Host-x${name}=4`;
    expect(withoutOurCookies(others)).toBe(others);
    for (const one of others.split('; ')) expect(setsOurCookie(`${one}; Path=/${name}=`)).toBe(false);
  });
});
