import { Component, input } from '@angular/core';

@Component({ selector: 'app-later', templateUrl: './later.html' })
export class Later {
  readonly when = input('');
}
