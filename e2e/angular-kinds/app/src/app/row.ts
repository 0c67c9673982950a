import { Component, input } from '@angular/core';

@Component({ selector: 'li[appRow], tr[appRow]', templateUrl: './row.html' })
export class Row {
  readonly label = input('');
  readonly index = input(0);
}
