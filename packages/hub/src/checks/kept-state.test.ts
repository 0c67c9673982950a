import { describe, expect, it } from 'vitest';

import { type ElementLook, type ProofChange, type ProofRecord } from '@annotate-mcp/core';
import { sampleAnnotation, sampleLook, samplePageRecord } from '@annotate-mcp/core/testing';

import { type Expectation, keptStateOf, type SeenChange, type Target } from './kept-state.ts';

const button: Partial<ElementLook> = {
  element: { tag: 'button', role: 'button', name: 'Log in' },
  text: 'Log in',
  selector: 'main > button:nth-of-type(2)',
  attributes: {},
};

function keep(changes: ProofChange[], look = button, more: Partial<SeenChange> = {}) {
  const annotation = sampleAnnotation({ kind: 'element' });
  if (annotation.kind === 'markdown') throw new Error('An element is on a page.');
  const record: ProofRecord = { ...samplePageRecord('Log in'), look: sampleLook(look) };
  return keptStateOf(annotation, { before: record, after: record, changes, isGone: false, ...more });
}

const text: ProofChange = { what: 'text', before: 'Sign in', after: 'Log in' };

describe('the element', () => {
  it.each<[string, Partial<ElementLook>, Target]>([
    [
      'by its test id',
      { ...button, attributes: { 'data-testid': 'save' } },
      { by: 'test id', testId: 'save' },
    ],
    ['by role and name', button, { by: 'role', role: 'button', name: 'Log in' }],
    [
      'by its path, where its role has no name',
      { ...button, element: { tag: 'p', role: 'paragraph' } },
      { by: 'selector', selector: 'main > button:nth-of-type(2)' },
    ],
  ])('is found %s', (_, look, target) => {
    expect(keep([text], look)?.target).toEqual(target);
  });

  it('that was removed is told from the one that took its place', () => {
    const look = { ...button, element: { tag: 'p' }, text: 'Advertisement' };
    expect(keep([], look, { isGone: true })).toMatchObject({
      target: { by: 'selector', text: 'Advertisement' },
      expectations: [{ what: 'gone' }],
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
