import { Component, input } from '@angular/core';

@Component({ selector: 'admin-badge', templateUrl: './badge.html' })
export class Badge {
  readonly level = input(0);
}
