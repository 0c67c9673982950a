import { ChangeDetectionStrategy, Component, input, output } from '@angular/core';
import { RouterLink, RouterLinkActive } from '@angular/router';

import { AccountMenu } from './account-menu';

@Component({
  selector: 'app-header',
  imports: [AccountMenu, RouterLink, RouterLinkActive],
  templateUrl: './app-header.html',
  // With a box of its own, as tall as the header, the header could not be sticky.
  styles: ':host { display: contents; }',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class AppHeader {
  readonly cartCount = input(0);
  readonly checkout = output();
  protected readonly menu = ['Profile', 'Subscriptions', 'Sign out'];
}
