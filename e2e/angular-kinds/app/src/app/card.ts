import { Component, input } from '@angular/core';

@Component({ selector: 'app-card', templateUrl: './card.html' })
export class Card {
  readonly heading = input('');
}
