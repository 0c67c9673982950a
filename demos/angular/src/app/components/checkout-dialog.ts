import {
  ChangeDetectionStrategy,
  Component,
  effect,
  type ElementRef,
  input,
  model,
  viewChild,
} from '@angular/core';

@Component({
  selector: 'app-checkout-dialog',
  templateUrl: './checkout-dialog.html',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class CheckoutDialog {
  readonly open = model(false);
  readonly cartCount = input(0);
  private readonly dialog = viewChild.required<ElementRef<HTMLDialogElement>>('dialog');

  constructor() {
    effect(() => {
      const dialog = this.dialog().nativeElement;
      if (!this.open()) dialog.close();
      else if (!dialog.open) dialog.showModal();
    });
  }
}
