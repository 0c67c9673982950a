import { Component, Directive, input, Input } from '@angular/core';

@Directive()
export abstract class Base {
  @Input() base = '';
}

@Component({ selector: 'app-heir', templateUrl: './heir.html' })
export class Heir extends Base {
  readonly own = input('');
}
