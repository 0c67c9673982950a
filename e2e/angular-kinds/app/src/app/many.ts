import { Component, input } from '@angular/core';

@Component({ selector: 'app-cell', template: '<b data-testid="cell">{{ index() }}</b> ' })
export class Cell {
  readonly index = input(0);
}

@Component({ selector: 'app-cells', templateUrl: './cells.html', imports: [Cell] })
export class Cells {
  readonly row = input(0);
  protected readonly columns = Array.from({ length: 20 }, (_, column) => column);
}

@Component({
  template: '@for (row of rows; track row) { <app-cells [row]="row" /> }',
  imports: [Cells],
})
export class Many {
  protected readonly rows = Array.from({ length: 100 }, (_, row) => row);
}
