/** A component as a package has it: half compiled, without the place it was written at. */
import * as i0 from '@angular/core';
import { input } from '@angular/core';

export class UiMeter {
  value = input(0);
  static ɵfac = i0.ɵɵngDeclareFactory({
    minVersion: '12.0.0',
    version: '21.0.0',
    ngImport: i0,
    type: UiMeter,
    deps: [],
    target: i0.ɵɵFactoryTarget.Component,
  });
  static ɵcmp = i0.ɵɵngDeclareComponent({
    minVersion: '17.1.0',
    version: '21.0.0',
    type: UiMeter,
    isStandalone: true,
    selector: 'ui-meter',
    inputs: {
      value: {
        classPropertyName: 'value',
        publicName: 'value',
        isSignal: true,
        isRequired: false,
        transformFunction: null,
      },
    },
    ngImport: i0,
    template: '<p data-testid="library">{{ value() }} of 100</p>',
    isInline: true,
  });
}
