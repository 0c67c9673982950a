import { ChangeDetectionStrategy, Component, input, output } from '@angular/core';
import { RouterLink, RouterLinkActive } from '@angular/router';

import { AccountMenu } from './account-menu';

@Component({
  selector: 'app-header',
  imports: [AccountMenu, RouterLink, RouterLinkActive],
  templateUrl: './app-header.html',
  // A box of its own would be as tall as the header, which then has no room to stick in.
  styles: ':host { display: contents; }',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class AppHeader {
  readonly cartCount = input(0);
  readonly checkout = output();
  protected readonly menu = ['Profile', 'Subscriptions', 'Sign out'];
}
