import { Component, input, ViewEncapsulation } from '@angular/core';

@Component({
  selector: 'app-shadow',
  templateUrl: './shadow.html',
  encapsulation: ViewEncapsulation.ShadowDom,
})
export class Shadow {
  readonly mode = input('');
}
