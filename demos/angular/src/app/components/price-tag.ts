import { ChangeDetectionStrategy, Component, Input, input, numberAttribute } from '@angular/core';

import { formatPrice } from '../../catalog';

@Component({
  selector: 'app-price-tag',
  template: `<span class="price" data-testid="price-tag">{{ format()(amount, currencyCode) }}</span>`,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class PriceTag {
  @Input({ required: true, transform: numberAttribute }) amount!: number;
  // eslint-disable-next-line @angular-eslint/no-input-rename -- an alias is one of the cases to inspect
  @Input({ required: true, alias: 'currency' }) currencyCode!: string;
  readonly format = input(formatPrice);
}
