import { Component } from '@angular/core';

@Component({ selector: 'app-root', templateUrl: './in-frame.html' })
export class InFrame {
  protected readonly text = 'In a frame of the same origin';
}
