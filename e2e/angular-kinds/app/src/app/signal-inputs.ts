import { booleanAttribute, Component, input } from '@angular/core';

@Component({ selector: 'app-signal-inputs', templateUrl: './signal-inputs.html' })
export class SignalInputs {
  readonly name = input('');
  readonly id = input.required<string>();
  readonly shown = input(false, { transform: booleanAttribute });
  readonly address = input<object>({}, { alias: 'alias' });
}
