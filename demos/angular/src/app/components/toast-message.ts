import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  DestroyRef,
  DOCUMENT,
  ElementRef,
  inject,
  input,
  output,
} from '@angular/core';

const shownForMs = 10_000;

/** Moves to the body, outside of the app's own element. */
@Component({
  selector: 'app-toast-message',
  template: `<div class="toast" role="status" data-testid="toast">{{ message() }}</div>`,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ToastMessage {
  readonly message = input.required<string>();
  readonly done = output();

  constructor() {
    const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    const { body } = inject(DOCUMENT);
    afterNextRender(() => body.append(host));
    const timer = setTimeout(() => this.done.emit(), shownForMs);
    inject(DestroyRef).onDestroy(() => clearTimeout(timer));
  }
}
