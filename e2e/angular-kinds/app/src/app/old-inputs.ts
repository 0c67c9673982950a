import { booleanAttribute, Component, Input, numberAttribute } from '@angular/core';

@Component({ selector: 'app-old-inputs', templateUrl: './old-inputs.html' })
export class OldInputs {
  @Input({ required: true }) label = '';
  @Input() size = 0;
  @Input({ alias: 'from' }) address: object = {};
  @Input() tags: string[] = [];
  @Input({ transform: booleanAttribute }) disabled = false;
  @Input({ transform: numberAttribute }) amount = 0;
  @Input() never?: string;

  @Input()
  get broken(): string {
    throw new Error('This getter throws whenever it is read.');
  }
  set broken(value: string) {
    this.label = value;
  }

  @Input()
  set writeOnly(value: string) {
    this.label = value;
  }
}
