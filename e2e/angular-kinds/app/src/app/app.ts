import { NgComponentOutlet } from '@angular/common';
import {
  afterNextRender,
  ApplicationRef,
  Component,
  createComponent,
  EnvironmentInjector,
  inject,
  signal,
  viewChild,
  ViewContainerRef,
} from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { UiMeter } from 'kinds-ui';

import { Badge as AdminBadge } from './admin/badge';
import { Card } from './card';
import { Dialog } from './dialog';
import { FancyButton } from './fancy-button';
import { Framed } from './framed';
import { Heir } from './heir';
import { Highlight } from './highlight';
import { InlineNote } from './inline-note';
import { Later } from './later';
import { LegacyModule } from './legacy.module';
import { Level1 } from './levels';
import { OldInputs } from './old-inputs';
import { Row } from './row';
import { Shadow } from './shadow';
import { Badge as ShopBadge } from './shop/badge';
import { SignalInputs } from './signal-inputs';
import { Slot } from './slot';
import { Started } from './started';
import { Stepper } from './stepper';
import { Toast } from './toast';
import { TreeNode } from './tree-node';
import { Unset } from './unset';

@Component({
  selector: 'app-root',
  templateUrl: './app.html',
  imports: [
    AdminBadge,
    Card,
    Dialog,
    FancyButton,
    Framed,
    Heir,
    Highlight,
    InlineNote,
    Later,
    LegacyModule,
    Level1,
    NgComponentOutlet,
    OldInputs,
    RouterOutlet,
    Row,
    Shadow,
    ShopBadge,
    SignalInputs,
    Slot,
    Stepper,
    TreeNode,
    UiMeter,
  ],
})
export class App {
  protected readonly started = Started;
  protected readonly rows = signal(['one', 'two', 'three']);
  protected readonly open = signal(true);
  protected readonly amount = signal(4);
  protected readonly address = { city: 'Bremen', zip: '28195' };
  protected readonly html = '<p>Made from a string</p>';
  protected readonly tree = { name: 'root', children: [{ name: 'leaf', children: [] }] };
  private readonly place = viewChild.required('place', { read: ViewContainerRef });

  constructor() {
    const application = inject(ApplicationRef);
    const environmentInjector = inject(EnvironmentInjector);
    afterNextRender(() => {
      this.place().createComponent(Unset);
      const toast = createComponent(Toast, { environmentInjector });
      toast.setInput('text', 'Saved');
      document.body.append(toast.location.nativeElement as Element);
      application.attachView(toast.hostView);
    });
  }
}
