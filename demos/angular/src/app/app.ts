import { ChangeDetectionStrategy, Component, inject, signal } from '@angular/core';
import { RouterOutlet } from '@angular/router';

import { AppHeader } from './components/app-header';
import { CheckoutDialog } from './components/checkout-dialog';
import { ToastMessage } from './components/toast-message';
import { Shop } from './shop';

@Component({
  selector: 'app-root',
  imports: [AppHeader, CheckoutDialog, RouterOutlet, ToastMessage],
  templateUrl: './app.html',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class App {
  protected readonly shop = inject(Shop);
  protected readonly isCheckingOut = signal(false);
}
