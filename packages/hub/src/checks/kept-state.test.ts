import { describe, expect, it } from 'vitest';

import type { ElementLook, ProofChange, ProofRecord } from '@annotate-mcp/core';
import { sampleAnnotation, sampleLook, samplePageRecord } from '@annotate-mcp/core/testing';

import { type Expectation, keptStateOf, type SeenChange } from './kept-state.ts';

const button: Partial<ElementLook> = {
  element: { tag: 'button', role: 'button', name: 'Log in' },
  text: 'Log in',
  selector: 'main > button:nth-of-type(2)',
  attributes: {},
};

function keep(changes: ProofChange[], look = button, more: Partial<SeenChange> = {}) {
  const annotation = sampleAnnotation({ kind: 'element' });
  if (annotation.kind === 'markdown') throw new Error('An element is on a page.');
  const record: ProofRecord = { ...recordWith('Log in'), look: sampleLook(look) };
  return keptStateOf(annotation, { before: record, after: record, changes, verdict: 'changed', ...more });
}

/** A button with a price and a cart in it. */
function recordWith(words: string): ProofRecord {
  const record = samplePageRecord(words);
  const { elements } = record.layout;
  const parent = elements.findIndex(({ role }) => role === 'target');
  const part = {
    parent,
    nth: 1,
    drawn: '',
    inherited: '',
    box: [0, 0, 0, 0] as [number, number, number, number],
  };
  elements.push({ ...part, tag: 'b', text: '3 €' }, { ...part, tag: 'div', key: 'cart' });
  return record;
}

const text: ProofChange = { what: 'text', before: 'Sign in', after: 'Log in' };

describe('the element', () => {
  const page = (text: string, more: Partial<ProofRecord> = {}): ProofRecord => ({
    ...samplePageRecord(text),
    look: sampleLook(button),
    ...more,
  });

  it('is found as the page has found it', () => {
    const locator = { by: 'role', role: 'button', name: 'Log in' } as const;
    expect(keep([text], button, { after: page('Log in', { locator }) })?.target).toEqual({ locator });
  });

  it('is found by its path in records of older releases', () => {
    expect(keep([text])?.target).toEqual({
      locator: { by: 'selector', selector: 'main > button:nth-of-type(2)' },
    });
  });

  it('that was removed is asserted on a page that is there', () => {
    const anchor = { by: 'role', role: 'heading', name: 'Shop' } as const;
    const locator = { by: 'role', role: 'button', name: 'Advertisement' } as const;
    const kept = keep([], button, {
      verdict: 'gone',
      before: page('Advertisement', { locator }),
      after: { ...page('Log in'), look: null, anchor },
    });
    expect(kept).toMatchObject({
      target: { locator },
      expectations: [{ what: 'page', anchor }, { what: 'gone' }],
    });
  });

  it('that was removed is told from the one that took its place', () => {
    const look = { ...button, element: { tag: 'p' }, text: 'Advertisement' };
    expect(keep([], look, { verdict: 'gone' })).toMatchObject({
      target: { locator: { by: 'selector' }, text: 'Advertisement' },
      expectations: [{ what: 'page', anchor: null }, { what: 'gone' }],
    });
  });
});

describe('what must stay', () => {
  const visible: Expectation = { what: 'visible' };
  it.each<[string, ProofChange, Expectation[]]>([
    ['a text', text, [{ what: 'text', text: 'Log in', within: null }]],
    [
      'a style of an element inside',
      { what: 'style', name: 'color', before: 'red', after: 'rgb(0, 128, 0)', on: 'b "3 €"' },
      [{ what: 'style', name: 'color', value: 'rgb(0, 128, 0)', within: { tag: 'b', text: '3 €' } }],
    ],
    [
      'an attribute that was removed',
      { what: 'attribute', name: 'disabled', before: '' },
      [{ what: 'attribute', name: 'disabled', value: null, within: null }],
    ],
    [
      'what was added',
      { what: 'added', on: 'div#cart' },
      [{ what: 'added', within: { tag: 'div', text: null } }],
    ],
  ])('is %s', (_, change, expectations) => {
    expect(keep([change])?.expectations).toEqual([visible, ...expectations]);
  });

  it('is its size when nothing else is different', () => {
    const box = { x: 0, y: 0, width: 300, height: 40 };
    expect(keep([{ what: 'box', name: 'width', after: '300px' }], { ...button, box })?.expectations).toEqual([
      visible,
      { what: 'size', width: 300, height: 40 },
    ]);
  });

  it.each<[string, ProofChange]>([
    ['its place', { what: 'moved', before: '0, 60', after: '300, 60' }],
    ['a text that was cut', { what: 'text', after: 'Once upon a…' }],
    ['a text with elements between its words', { what: 'text', after: 'Log now' }],
  ])('is not only %s', (_, change) => {
    expect(keep([change])).toBeNull();
  });
});

describe('only what was asked for is kept', () => {
  const color: ProofChange = { what: 'style', name: 'color', before: 'red', after: 'green' };
  const padding: ProofChange = { what: 'style', name: 'padding', before: '4px', after: '8px' };
  const keptFor = (annotationText: string, changes: ProofChange[], more: object = {}) => {
    const annotation = { ...sampleAnnotation({ kind: 'element' }), annotationText, ...more };
    if (annotation.kind === 'markdown') throw new Error('An element is on a page.');
    const record: ProofRecord = { ...recordWith('Log in'), look: sampleLook(button) };
    const kept = keptStateOf(annotation, {
      before: record,
      after: record,
      changes,
      verdict: 'changed',
    });
    return kept?.expectations.slice(1).map((one) => ('name' in one ? one.name : one.what));
  };

  it.each<[string, ProofChange[], string[]]>([
    ['Make it green', [text, color, padding], ['color']],
    ['More space around it', [color, padding], ['padding']],
    ['Say "Log in"', [text, color, padding], ['text']],
    ['Rename this and use another color', [text, color, padding], ['text', 'color']],
    ['Das sieht komisch aus', [text, color, padding], ['text']],
  ])('%s', (request, changes, kept) => {
    expect(keptFor(request, changes)).toEqual(kept);
  });

  it('as the person has tried it by hand', () => {
    const wishes = [{ what: 'style', name: 'padding', before: '4px', after: '8px' }];
    expect(keptFor('Say "Log in"', [text, color, padding], { wishes })).toEqual(['padding']);
  });
});

it('keeps what was added beside the element, where the test finds only that', () => {
  const added = (on: string): ProofChange => ({ what: 'added', on });
  const record: ProofRecord = { ...recordWith('Log in'), look: sampleLook(button) };
  const { elements } = record.layout;
  const parent = elements.find(({ role }) => role === 'target')?.parent ?? -1;
  for (const words of ['Sunday', 'Monday', 'Monday'])
    elements.push({ parent, tag: 'p', text: words, nth: 1, drawn: '', inherited: '', box: [0, 0, 0, 0] });
  const keptBeside = (on: string) =>
    keep([added(on)], button, { verdict: 'beside', before: record, after: record });
  expect(keptBeside('p "Sunday"')?.expectations).toEqual([
    { what: 'visible' },
    { what: 'added', within: { beside: true, tag: 'p', text: 'Sunday' } },
  ]);
  expect(keptBeside('p "Monday"')).toBeNull();
});

it('keeps the order of the items that the target is in alone', () => {
  const record = samplePageRecord('Log in');
  const { elements } = record.layout;
  const body = elements.findIndex(({ tag }) => tag === 'body');
  const like = { nth: 1, drawn: '', inherited: '', box: [0, 0, 0, 0] as [number, number, number, number] };
  const first = elements.length;
  for (const each of elements) delete each.role;
  elements.push(
    { ...like, parent: body, tag: 'li' },
    { ...like, parent: first, tag: 'a', text: 'Water' },
    { ...like, parent: body, tag: 'li' },
    { ...like, parent: first + 2, tag: 'a', text: 'Tea', role: 'target' },
  );
  const after = { ...record, look: sampleLook(button) };
  const moved: ProofChange = { what: 'moved', before: '1 of 2', after: '2 of 2' };
  expect(keep([moved], button, { after })?.expectations).toContainEqual({
    what: 'order',
    tag: 'li',
    texts: ['Water', 'Tea'],
    up: 1,
  });
});
