import { Component } from '@angular/core';

@Component({ selector: 'app-level-4', template: '<b data-testid="deep">{{ depth }} deep</b>' })
export class Level4 {
  protected readonly depth = 4;
}

@Component({ selector: 'app-level-3', template: '<app-level-4 />', imports: [Level4] })
export class Level3 {
  protected readonly depth = 3;
}

@Component({ selector: 'app-level-2', template: '<app-level-3 />', imports: [Level3] })
export class Level2 {
  protected readonly depth = 2;
}

@Component({ selector: 'app-level-1', template: '<app-level-2 />', imports: [Level2] })
export class Level1 {
  protected readonly depth = 1;
}
