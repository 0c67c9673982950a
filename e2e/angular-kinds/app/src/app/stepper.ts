import { Component, model } from '@angular/core';

@Component({ selector: 'app-stepper', templateUrl: './stepper.html' })
export class Stepper {
  readonly value = model.required<number>();

  protected add(): void {
    this.value.update((value) => value + 1);
  }
}
