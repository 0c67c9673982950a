// The libraries are compiled in the page, which needs the compiler first.
import '@angular/compiler';
import { Component, provideZonelessChangeDetection } from '@angular/core';
import { FormsModule } from '@angular/forms';
import { bootstrapApplication } from '@angular/platform-browser';
import Aura from '@primeuix/themes/aura';
import { AutoComplete } from 'primeng/autocomplete';
import { providePrimeNG } from 'primeng/config';
import { DatePicker } from 'primeng/datepicker';
import { InputMask } from 'primeng/inputmask';
import { InputNumber } from 'primeng/inputnumber';
import { Slider } from 'primeng/slider';

import { tell } from '../pages/tell.ts';

class Page {
  readonly state: Record<string, unknown> = { volume: 10 };
  found: string[] = [];

  set(name: string, value: unknown): void {
    this.state[name] = value;
    tell(this.state);
  }

  search(text: string): void {
    this.found = ['Rome', 'Romford', 'Turin'].filter((city) => city.startsWith(text));
  }
}

const Root = Component({
  selector: 'app-root',
  imports: [AutoComplete, DatePicker, FormsModule, InputMask, InputNumber, Slider],
  template: `<main style="display: grid; gap: 24px; width: 400px; padding: 24px">
    <label for="date">Start date</label>
    <p-datepicker inputId="date" dateFormat="yy-mm-dd" dataType="string" [ngModel]="state['date']" (ngModelChange)="set('date', $event)" />
    <label for="time">Start time</label>
    <p-datepicker inputId="time" [timeOnly]="true" dataType="string" [ngModel]="state['time']" (ngModelChange)="set('time', $event)" />
    <label for="phone">Phone</label>
    <p-inputmask inputId="phone" mask="(999) 999-9999" [ngModel]="state['phone']" (ngModelChange)="set('phone', $event)" />
    <label for="seats">Seats</label>
    <p-inputnumber inputId="seats" [min]="0" [max]="5000" [ngModel]="state['seats']" (ngModelChange)="set('seats', $event)" />
    <label for="city">City</label>
    <p-autocomplete inputId="city" [suggestions]="found" (completeMethod)="search($event.query)" [ngModel]="state['city']" (ngModelChange)="set('city', $event)" />
    <p-slider ariaLabel="Volume" [ngModel]="state['volume']" (ngModelChange)="set('volume', $event)" />
  </main>`,
})(Page);

document.body.append(document.createElement('app-root'));
void bootstrapApplication(Root ?? Page, {
  providers: [provideZonelessChangeDetection(), providePrimeNG({ theme: { preset: Aura } })],
});
