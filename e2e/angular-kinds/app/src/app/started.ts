import { Component, input } from '@angular/core';

@Component({
  selector: 'app-started',
  templateUrl: './started.html',
  host: { 'data-testid': 'component-outlet-host' },
})
export class Started {
  readonly step = input(0);
}
