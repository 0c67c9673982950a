/** As ng-packagr would describe the component. */
import type { InputSignal, ɵɵComponentDeclaration, ɵɵFactoryDeclaration } from '@angular/core';

export declare class UiMeter {
  readonly value: InputSignal<number>;
  static ɵfac: ɵɵFactoryDeclaration<UiMeter, never>;
  static ɵcmp: ɵɵComponentDeclaration<
    UiMeter,
    'ui-meter',
    never,
    { value: { alias: 'value'; required: false; isSignal: true } },
    Record<string, never>,
    never,
    never,
    true
  >;
}
