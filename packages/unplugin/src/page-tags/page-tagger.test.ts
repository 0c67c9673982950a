import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { PageTagger, type PageTaggerOptions } from './page-tagger.ts';

type Place = PageTaggerOptions['place'];

const tag = '<script src="/x"></script>';

/** Where each place is in the pages below. */
const marks: Record<Place, readonly [its: string, other: string]> = {
  'start of head': ['«', '»'],
  'end of head': ['»', '«'],
};

function tagged(chunks: readonly Buffer[], isXml = false, place = 'start of head' as Place): Buffer {
  const tagger = new PageTagger({ tag, place, isXml, relaxPolicy: (policy) => `${policy} ours` });
  return Buffer.concat([...chunks.map((chunk) => tagger.push(chunk)), tagger.end()]);
}

const whole = (page: string, isXml = false) => tagged([Buffer.from(page)], isXml).toString();

describe('the tag', () => {
  it.each<{ name: string; page: string; isXml?: boolean }>([
    { name: 'a head', page: '<!doctype html><html><head data-a=">">«<title>A</title>»</head>' },
    { name: 'a head in capitals', page: '<!DOCTYPE HTML><HTML><HEAD>«<TITLE>A</TITLE>»</HEAD >' },
    { name: 'a head in a comment before', page: '<!-- <head> --><html lang="en"><head>«»</head>' },
    { name: 'a head that begins with a script', page: '<html><head>«<script>a()</script>»</head><body>' },
    { name: 'an end in a script', page: '<html><head>«<script>"</head><body>"</script><link>»</head>' },
    { name: 'an end in a comment', page: '<head>«<!-- </head> --><style>a < b</style>»</head>' },
    { name: 'an end in a title', page: '<html><head>«<title></head></title>»</HEAD >' },
    { name: 'an end in what is not shown', page: '<head>«<noscript></head><p></noscript>»</head>' },
    { name: 'an end in a template', page: '<head>«<template></head><p></template>»</head>' },
    {
      name: 'a script in a template',
      page: '<head>«<template><script>"</template>"</script></template>»<p>',
    },
    { name: 'a head without its end tag', page: '<html><head>«<meta charset="utf-8">»<body><p>' },
    { name: 'a head that ends with other elements', page: '<html><head>«<meta charset="utf-8">»<main><p>' },
    { name: 'marks that are no tags', page: '<html><head>«< </ a <1>»</head>' },
    { name: 'no head', page: '<!doctype html>\n<html>«»<body><h1>A</h1>' },
    { name: 'an end tag only', page: '<!doctype html><html>«»</head><body>' },
    { name: 'a title only', page: '<!doctype html>«»<title><head></title><p>A' },
    { name: 'a header, which is no head', page: '<html>«»<header>A</header>' },
    { name: 'an element only', page: 'Hello «»<b>you</b>' },
    { name: 'no element', page: 'Hello«»' },
    { name: 'nothing', page: '«»' },
    { name: 'a byte order mark', page: '\uFEFF<!doctype html><head>«<meta name="é">»</head>é' },
    {
      name: 'an XML declaration',
      page: '<?xml version="1.0"?><html xmlns="x"><head>«<title/>»</head>',
      isXml: true,
    },
    { name: 'a closed script in XML', page: '<html><head>«<script src="a"/><title/>»</head>', isXml: true },
    { name: 'XML and no head', page: '<html xmlns="x">«»<body/></html>', isXml: true },
    { name: 'XML that is no page', page: '<svg xmlns="x"><g/></svg>', isXml: true },
    { name: 'an unfinished tag', page: '<!doctype html><html«»' },
  ])('stands at « or » of a page with $name, however it is cut', ({ page, isXml = false }) => {
    const bytes = Buffer.from(page.replace(/[«»]/g, ''));
    for (const [place, [mark, other]] of Object.entries(marks) as [Place, [string, string]][]) {
      const expected = page.replace(other, '').replace(mark, tag);
      expect(tagged([bytes], isXml, place).toString()).toBe(expected);
      const single = [...bytes].map((byte) => Buffer.from([byte]));
      expect(tagged(single, isXml, place).toString()).toBe(expected);
    }
  });

  it('is not inserted a second time', () => {
    const page = `<!doctype html><html><head>${tag}</head></html>`;
    expect(tagged([Buffer.from(page)], false, 'end of head').toString()).toBe(page);
  });

  it('stands at the end of a page with a comment that is too long to be held back', () => {
    const tagger = new PageTagger({
      tag,
      place: 'end of head',
      isXml: false,
      relaxPolicy: (policy) => policy,
    });
    const long = `<!-- ${'a'.repeat(70_000)}`;
    const sent = [tagger.push(Buffer.from(long)), tagger.push(Buffer.from(' --><p>')), tagger.end()];
    expect(sent.map(String)).toEqual([long, ' --><p>', tag]);
  });

  it('leaves bytes of other encodings as they are', () => {
    const page = Buffer.concat([
      Buffer.from('<head><title>'),
      Buffer.from([0x83, 0x65, 0xe9, 0xff, 0x5c]),
      Buffer.from('</title>'),
    ]);
    const result = tagged([page]);
    expect(Buffer.from(result.toString('latin1').replace(tag, ''), 'latin1')).toEqual(page);
  });
});

it('leaves a page in UTF-16 as it is', () => {
  const pageBytes = Buffer.from('\uFEFF<head></head>', 'utf16le');
  expect(tagged([pageBytes.subarray(0, 9), pageBytes.subarray(9)])).toEqual(pageBytes);
});

describe('a policy in the page', () => {
  const meta = `<meta http-equiv="Content-Security-Policy" content="script-src &#39;self&#39;">`;
  const relaxed = `<meta http-equiv="Content-Security-Policy" content="script-src 'self' ours" />`;

  it('is relaxed where it counts: in the head', () => {
    expect(whole(`<head>${meta}<body>${meta}`)).toBe(`<head>${tag}${relaxed}<body>${meta}`);
    expect(whole(`<head></head>${meta}`)).toBe(`<head>${tag}</head>${meta}`);
  });

  it('is found behind what is not shown, and not inside of it', () => {
    const hidden = `<!--${meta}--><script>"${meta}"</script><noscript><img></noscript>`;
    expect(whole(`<head>${hidden}${meta}`)).toBe(`<head>${tag}${hidden}${relaxed}`);
  });
});

describe('a page in chunks', () => {
  it('is sent up to the tag that has not arrived completely', () => {
    const tagger = new PageTagger({
      tag,
      place: 'start of head',
      isXml: false,
      relaxPolicy: (policy) => policy,
    });
    const push = (text: string) => tagger.push(Buffer.from(text)).toString();
    expect(push('<!doctype html><html><he')).toBe('<!doctype html><html>');
    expect(push('ad><style>a{')).toBe(`<head>${tag}<style>a{`);
    expect(push('}</style><body>text')).toBe('}</style><body>text');
    expect(push(' and <half')).toBe(' and <half');
    expect(tagger.end().toString()).toBe('');
  });

  it('is not kept, however long a script in its head is', () => {
    const tagger = new PageTagger({
      tag,
      place: 'start of head',
      isXml: false,
      relaxPolicy: (policy) => policy,
    });
    tagger.push(Buffer.from('<head><script>'));
    const chunk = Buffer.from('x = "<p>"; '.repeat(6_000));
    const held = Array.from({ length: 50 }, () => chunk.length - tagger.push(chunk).length);
    expect(Math.max(...held)).toBeLessThan(100);
    expect(tagger.push(Buffer.from('</script></head><body>')).toString()).toContain('<body>');
  });

  it('is the same however it is cut, and the same as before without the tag', () => {
    const pieces = [
      '<!doctype html>',
      '<html>',
      '<head>',
      '</head>',
      '<head a="<body>">',
      '<body>',
      '<title>é</title>',
      '<!-- <head> -->',
      '<script>"<head>"</script>',
      '<style>a>b{}</style>',
      'text',
      '<',
      '>',
      '<p',
      '\r\n',
      '</body>',
      '<noscript><p></noscript>',
      '<template><p>x</template>',
      '&lt;head&gt;',
      '<?xml?>',
      '<![CDATA[x]]>',
      '\uFEFF',
      '<base href="/">',
      '</',
      '<!',
    ];
    const page = fc
      .array(fc.constantFrom(...pieces), { maxLength: 12 })
      .map((parts) => Buffer.from(parts.join('')));
    fc.assert(
      fc.property(page, fc.array(fc.nat(200), { maxLength: 6 }), (bytes, cuts) => {
        const offsets = [
          0,
          ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b),
          bytes.length,
        ];
        const chunks = offsets.slice(1).map((to, index) => bytes.subarray(offsets[index] ?? 0, to));
        for (const place of ['start of head', 'end of head'] as const) {
          const result = tagged(chunks, false, place);
          expect(result).toEqual(tagged([bytes], false, place));
          expect(result.toString('latin1').replace(tag, '')).toBe(bytes.toString('latin1'));
        }
      }),
    );
  });
});
