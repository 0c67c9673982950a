import { afterNextRender, Component, type ElementRef, input, viewChild } from '@angular/core';

@Component({ selector: 'app-dialog', templateUrl: './dialog.html' })
export class Dialog {
  readonly name = input('');
  private readonly box = viewChild.required<ElementRef<Element>>('box');

  constructor() {
    // As dialogs and menus of many libraries do, so that nothing of the page cuts them off.
    afterNextRender(() => document.body.append(this.box().nativeElement));
  }
}
