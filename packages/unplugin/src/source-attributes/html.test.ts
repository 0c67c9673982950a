import { describe, expect, it } from 'vitest';

import { markHtml } from './html.ts';

const page = `<!doctype html>
<html>
  <head><title>x</title></head>
  <body class="a">
    <main>
      <p>one</p><p data-annotate-source="by:1:1">two</p>
      <br/>
      <svg viewBox="0 0 1 1"><linearGradient id="g"/></svg>
    </main>
    <template><i>copied</i></template>
    <script type="module" src="/a.js"></script>
  </body>
</html>
`;

describe('markHtml', () => {
  it('marks each element of the body with the position of its tag', async () => {
    expect(await markHtml(page, page, 'index.html')).toBe(
      page
        .replace('<main', '<main data-annotate-source="index.html:5:5"')
        .replace('<p>', '<p data-annotate-source="index.html:6:7">')
        .replace('<br', '<br data-annotate-source="index.html:7:7"')
        .replace('<svg', '<svg data-annotate-source="index.html:8:7"')
        .replace('<linearGradient', '<linearGradient data-annotate-source="index.html:8:30"'),
    );
  });

  it('uses the lines of the file when another plugin has added to the head', async () => {
    const served = page.replace('<head>', '<head>\n<meta property="csp-nonce">\n');
    expect(await markHtml(served, page, 'index.html')).toContain(
      '<main data-annotate-source="index.html:5:5">',
    );
  });

  it('does not change a page whose body differs from the file', async () => {
    const served = page.replace('one', 'three');
    expect(await markHtml(served, page, 'index.html')).toBe(served);
  });

  it('escapes a file name that would end the attribute', async () => {
    expect(await markHtml('<body><p></p></body>', '<body><p></p></body>', 'a"b.html')).toContain(
      'data-annotate-source="a&#34;b.html:1:7"',
    );
  });
});
