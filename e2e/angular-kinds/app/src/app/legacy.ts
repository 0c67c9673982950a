import { Component, Input } from '@angular/core';

@Component({ selector: 'app-legacy', templateUrl: './legacy.html', standalone: false })
export class Legacy {
  @Input() text = '';
}
