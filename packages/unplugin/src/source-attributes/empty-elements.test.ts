import { describe, expect, it } from 'vitest';

import { emptyElements } from './empty-elements.ts';
import { bodyElements } from './markup.ts';

const page = (body: string, head = '<title>A page</title>') =>
  `<!doctype html>\n<html lang="en">\n<head>${head}</head>\n<body class="a">${body}</body>\n</html>\n`;

const script = '<script type="module" src="/src/main.tsx"></script>';

describe('emptyElements', () => {
  it.each([
    ['nothing', ''],
    ['the root of an app', `\n  <div id="root"></div>\n  ${script}\n`],
    ['several', `<div id='a' hidden></div><main\n class="b"></main>${script}<section></section>`],
    ['a custom element', '<app-root ngVersion="a>b"></app-root>'],
    ['a comment', '<!-- <p> is - here --><div></div>'],
    ['an element that is marked already', '<div data-annotate-source="a:1:1"></div><div id="b"></div>'],
  ])('finds what a parser finds in a body of %s', (_, body) => {
    expect(emptyElements(page(body))).toEqual(bodyElements(page(body)));
  });

  it.each([
    ['a text', page('Hello')],
    ['an element in another', page('<div><p></p></div>')],
    ['an element of another kind', page('<p></p>')],
    ['a script with code', page('<script>document.write("<p>")</script>')],
    ['an element without an end', page('<div></div><div>')],
    ['an element that ends with a slash', page('<div/></div>')],
    ['a comment that ends early', page('<!--><div></div>-->')],
    ['an attribute without its quotation marks', page('<div id=a></div>')],
    ['two tags of the body', page('<div></div><body class="b"><div></div>')],
    ['a body in a comment of the head', page('<div></div>', '<!-- <body> -->')],
    ['no tag of the body', '<!doctype html>\n<div id="root"></div>'],
    ['something after its end', `${page('<div></div>')}<p>`],
  ])('leaves a page with %s to the parser', (_, html) => {
    expect(emptyElements(html)).toBeNull();
  });
});
