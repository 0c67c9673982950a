import { Component, input } from '@angular/core';

@Component({ selector: 'shop-badge', templateUrl: './badge.html' })
export class Badge {
  readonly stock = input(0);
}
