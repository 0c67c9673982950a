import { describe, expect, it } from 'vitest';

import { shownLine, shownSite, visibleText } from './shown-names.ts';

describe('the name of a site in a question', () => {
  it.each([
    { site: 'https://github.com', shown: 'github.com' },
    { site: 'http://localhost:5173', shown: 'localhost:5173' },
    { site: 'http://127.0.0.1:3000', shown: '127.0.0.1:3000' },
    { site: 'http://shop.test', shown: 'http://shop.test' },
    { site: 'http://127.0.0.1.evil.test', shown: 'http://127.0.0.1.evil.test' },
    { site: 'https://xn--pple-43d.com', shown: 'xn--pple-43d.com' },
    { site: new URL('https://аpple.com').origin, shown: 'xn--pple-43d.com' },
    { site: 'file://', shown: 'files on this computer' },
    { site: 'browser', shown: 'this browser' },
  ])('of $site is $shown', ({ site, shown }) => {
    expect(shownSite(site)).toBe(shown);
  });

  it('is shortened at its beginning, so that its owner is always read', () => {
    const shown = shownSite(`https://www.paypal.com.${'login-secure.'.repeat(10)}evil.co.uk:8443`);
    expect(shown).toMatch(/^…\..*evil\.co\.uk:8443$/);
    expect(shown).not.toContain('paypal');
    expect(shown.length).toBeLessThan(60);
  });

  it('has the last three parts of the host however long they are', () => {
    const owner = `${'a'.repeat(63)}.${'b'.repeat(63)}.test`;
    expect(shownSite(`https://paypal.com.${owner}`)).toBe(`….${owner}`);
  });
});

describe('a text that a page or an agent chose', () => {
  it('is one line, in the order in which it was written', () => {
    expect(shownLine('  Pay\n\npal \u202Emoc.live\u2066 \u200Bx', 100)).toBe(
      'Pay pal ⟨U+202E⟩moc.live⟨U+2066⟩ ⟨U+200B⟩x',
    );
  });

  it('has an end', () => {
    expect(shownLine('x'.repeat(1_000), 10)).toBe('xxxxxxxxx…');
  });

  it('keeps the lines of code, and shows what would hide in them', () => {
    expect(visibleText('a()\n\tb()\u202e')).toBe('a()\n\tb()⟨U+202E⟩');
  });
});
