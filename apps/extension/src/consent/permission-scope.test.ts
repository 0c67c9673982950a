import { describe, expect, it } from 'vitest';

import { isAddress, scopeOf } from './permission-scope.ts';

describe('the site of a page', () => {
  it.each([
    { url: 'https://a.test/x?y#z', site: 'https://a.test' },
    { url: 'https://a.test:8443/', site: 'https://a.test:8443' },
    { url: 'http://localhost:5173/', site: 'http://localhost:5173' },
    { url: 'https://A.TEST:443/', site: 'https://a.test' },
    { url: 'https://good.test@evil.test/', site: 'https://evil.test' },
    { url: 'https://a.test./', site: 'https://a.test.' },
    { url: 'blob:https://a.test/1', site: 'https://a.test' },
    { url: 'view-source:https://a.test/x', site: 'https://a.test' },
    { url: 'https://bücher.test/', site: 'https://xn--bcher-kva.test' },
    { url: 'file:///home/me/notes.html', site: 'file://' },
    { url: 'data:text/html,hi', site: 'data:' },
  ])('of $url is $site', ({ url, site }) => {
    expect(scopeOf(url)).toMatchObject({ kind: 'site', site });
  });

  it('of an empty page is that of the page which opened it', () => {
    expect(scopeOf('about:blank', 'https://a.test')).toMatchObject({ kind: 'site', site: 'https://a.test' });
    expect(scopeOf('about:blank', '://')).toEqual({ kind: 'blank' });
    expect(scopeOf('about:blank')).toEqual({ kind: 'blank' });
  });

  it.each(['chrome://settings/', 'chrome-extension://abc/popup.html', 'devtools://x', 'about:config', 'x'])(
    'is none for %s, which no agent may use',
    (url) => {
      expect(scopeOf(url)).toEqual({ kind: 'closed' });
    },
  );
});

describe('an address that an agent may open', () => {
  it.each(['https://a.test/', 'http://127.0.0.1:3000/', 'about:blank'])('may be %s', (url) => {
    expect(isAddress(url)).toBe(true);
  });

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>1</script>',
    'file:///etc/passwd',
    'chrome://settings/passwords',
    'chrome-extension://abc/popup.html',
    'view-source:https://a.test/',
    'blob:https://a.test/1',
    'filesystem:https://a.test/temporary/x',
    'devtools://devtools/bundled/inspector.html',
    'about:config',
    'about:srcdoc',
    '//a.test',
    '',
  ])('may not be %j', (url) => {
    expect(isAddress(url)).toBe(false);
  });
});
