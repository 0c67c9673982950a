import { Component, input } from '@angular/core';

@Component({ selector: 'app-toast', templateUrl: './toast.html' })
export class Toast {
  readonly text = input('');
}
