import { NgTemplateOutlet } from '@angular/common';
import { Component, input, type TemplateRef } from '@angular/core';

@Component({ selector: 'app-slot', templateUrl: './slot.html', imports: [NgTemplateOutlet] })
export class Slot {
  readonly content = input.required<TemplateRef<unknown>>();
  protected readonly context = { count: 3 };
}
