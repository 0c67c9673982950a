import { Component } from '@angular/core';

@Component({ templateUrl: './routed.html' })
export class Routed {
  protected readonly title = 'Shown by the router';
}
