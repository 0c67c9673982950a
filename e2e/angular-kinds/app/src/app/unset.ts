import { Component, input } from '@angular/core';

@Component({ selector: 'app-unset', templateUrl: './unset.html' })
export class Unset {
  readonly needed = input.required<string>();
  readonly spare = input('spare');
}
