import { Component, input } from '@angular/core';

@Component({ selector: 'button[appFancy]', templateUrl: './fancy-button.html' })
export class FancyButton {
  readonly kind = input('');
}
