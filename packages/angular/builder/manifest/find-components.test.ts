import typescript from 'typescript';
import { describe, expect, it } from 'vitest';

import { findComponents, type FoundComponent } from './find-components.ts';

const core = "import { Component } from '@angular/core';\n";

describe('components of a file', () => {
  const cases: readonly { name: string; code: string; expected: FoundComponent[] }[] = [
    {
      name: 'an external template',
      code: `${core}@Component({ selector: 'app-card', templateUrl: './card.html' }) export class Card {}`,
      expected: [{ name: 'Card', selector: 'app-card', templateUrl: './card.html' }],
    },
    {
      name: 'an inline template',
      code: `${core}@Component({ selector: 'app-card', template: '<b>{{ "@Component" }}</b>' }) class Card {}`,
      expected: [{ name: 'Card', selector: 'app-card' }],
    },
    {
      name: 'no selector, as pages of a router have none',
      code: `${core}@Component({ template: '' }) export default class Page {}`,
      expected: [{ name: 'Page' }],
    },
    {
      name: 'an attribute selector over two lines',
      code: `${core}@Component({ selector: \`\n  li[appRow],\n  [appCell]\n\`, template: '' }) class Row {}`,
      expected: [{ name: 'Row', selector: 'li[appRow], [appCell]' }],
    },
    {
      name: 'several in one file, with other decorators around them',
      code: `${core}import { Injectable } from '@angular/core';
        @Injectable() class Service {}
        @Component({ selector: 'a-a', template: '' }) class A {}
        @sealed @Component({ selector: 'b-b', template: '' }) abstract class B {}`,
      expected: [
        { name: 'A', selector: 'a-a' },
        { name: 'B', selector: 'b-b' },
      ],
    },
    {
      name: 'another name for the decorator',
      code: "import { Component as Part } from '@angular/core'; @Part({ selector: 'a-a', template: '' }) class A {}",
      expected: [{ name: 'A', selector: 'a-a' }],
    },
    {
      name: 'a namespace',
      code: "import * as ng from '@angular/core'; @ng.Component({ selector: 'a-a', template: '' }) class A {}",
      expected: [{ name: 'A', selector: 'a-a' }],
    },
    {
      name: 'constants and concatenated constants',
      code: `${core}const prefix = 'app' as const; const name = \`\${prefix}-card\`;
        @Component({ selector: name, templateUrl: './' + 'card' + ('.html') }) class Card {}`,
      expected: [{ name: 'Card', selector: 'app-card', templateUrl: './card.html' }],
    },
    {
      name: 'a shorthand property and quoted names',
      code: `${core}const selector = 'a-a'; @Component({ selector, 'templateUrl': './a.html' }) class A {}`,
      expected: [{ name: 'A', selector: 'a-a', templateUrl: './a.html' }],
    },
    {
      name: 'values from another file, which are left out',
      code: `${core}import { selector, options } from './names';
        @Component({ selector, templateUrl: selector + '.html' }) class A {}
        @Component(options) class B {}`,
      expected: [{ name: 'A' }, { name: 'B' }],
    },
    {
      name: 'a constant that refers to itself',
      code: `${core}const a = b; const b = a; @Component({ selector: a, template: '' }) class A {}`,
      expected: [{ name: 'A' }],
    },
    {
      name: 'a class inside of a function',
      code: `${core}function make() { @Component({ selector: 'a-a', template: '' }) class A {} return A; }`,
      expected: [{ name: 'A', selector: 'a-a' }],
    },
    {
      name: 'a directive, a decorator of the same name as a local function, and text',
      code: `import { Directive } from '@angular/core';
        @Directive({ selector: '[a]' }) class A {}
        @Component({ selector: 'b-b' }) class B {}
        // @Component({ selector: 'c-c' }) class C {}
        const text = "@Component({ selector: 'd-d' }) class D {}";`,
      expected: [],
    },
    {
      name: 'code that is not finished',
      code: `${core}@Component({ selector: 'a-a', templateUrl: `,
      expected: [],
    },
    {
      name: 'code that is not finished after the component',
      code: `${core}@Component({ selector: 'a-a', template: '' }) class A { method( }`,
      expected: [{ name: 'A', selector: 'a-a' }],
    },
  ];
  it.each(cases)('are found with $name', ({ code, expected }) => {
    expect(findComponents(typescript, code)).toEqual(expected);
  });
});
