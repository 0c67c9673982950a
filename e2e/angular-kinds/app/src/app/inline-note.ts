import { Component } from '@angular/core';

@Component({
  selector: 'app-inline-note',
  template: `
    <aside>
      <p data-testid="inline">{{ text }}</p>
    </aside>
  `,
})
export class InlineNote {
  protected readonly text = 'A template inside of its class';
}
