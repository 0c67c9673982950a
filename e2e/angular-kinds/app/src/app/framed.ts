import { Component, input } from '@angular/core';

@Component({ selector: 'app-framed', templateUrl: './framed.html' })
export class Framed {
  readonly title = input('');
}
