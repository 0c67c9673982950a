import { Directive, input } from '@angular/core';

@Directive({ selector: '[appHighlight]', host: { '[style.background]': 'appHighlight()' } })
export class Highlight {
  readonly appHighlight = input('');
}
