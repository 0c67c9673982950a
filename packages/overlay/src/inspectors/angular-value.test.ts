import { describe, expect, it } from 'vitest';

import { printInputs } from './print-value.ts';

class _Card {
  static ɵcmp = {};
  heading = 'internal';
}
class CartService {
  static ɵprov = {};
  items = [1, 2, 3];
}
class BehaviorSubject {
  observers = [{}];
  subscribe() {
    expect.fail('was called');
  }
  pipe() {
    expect.fail('was called');
  }
}
class OutputEmitterRef extends BehaviorSubject {
  emit() {
    expect.fail('was called');
  }
}
class TemplateRef {
  _declarationLView = [{}];
  createEmbeddedView() {
    expect.fail('was called');
  }
}
class FormGroup {
  valueChanges = new BehaviorSubject();
  statusChanges = new BehaviorSubject();
  value: object;
  constructor(value: object) {
    this.value = value;
  }
  setValue() {
    expect.fail('was called');
  }
}

describe('what Angular apps hand from one component to another', () => {
  it.each([
    { name: 'a component', given: new _Card(), printed: '[Card]' },
    { name: 'a service', given: new CartService(), printed: '[CartService]' },
    { name: 'a stream', given: new BehaviorSubject(), printed: '[BehaviorSubject]' },
    { name: 'an output', given: new OutputEmitterRef(), printed: '[OutputEmitterRef]' },
    { name: 'a template', given: new TemplateRef(), printed: '[TemplateRef]' },
    {
      name: 'a form, by its value and without secrets',
      given: new FormGroup({ email: 'a@b.c', password: 'hunter22' }),
      printed: { '[FormGroup]': { email: 'a@b.c', password: '[redacted]' } },
    },
    { name: 'an object that has a method', given: { emit: 1, total: 2 }, printed: { emit: 1, total: 2 } },
  ])('$name', ({ given, printed }) => {
    expect(printInputs({ given })).toEqual({ given: printed });
  });
});
