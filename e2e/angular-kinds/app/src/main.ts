import './localize';
import { bootstrapApplication } from '@angular/platform-browser';
import { provideRouter } from '@angular/router';

import { App } from './app/app';
import { InFrame } from './app/in-frame';

// Not by the library, which has a test of its own: this app is about what is said of elements, on any Angular.
const script = document.createElement('script');
document.head.append(Object.assign(script, { type: 'module', src: '/__annotate/overlay.js' }));

const routes = [
  { path: '', loadComponent: async () => (await import('./app/routed')).Routed },
  { path: 'many', loadComponent: async () => (await import('./app/many')).Many },
];

void (self === top
  ? bootstrapApplication(App, { providers: [provideRouter(routes)] })
  : bootstrapApplication(InFrame));
