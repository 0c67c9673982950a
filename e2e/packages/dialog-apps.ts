/** Apps whose dialogs keep the focus inside, each with the library that people use for that. */
import type { FreshApp } from './fresh-app.ts';
import { variant } from './fresh-apps.ts';

export interface DialogApp {
  readonly app: FreshApp;
  /** What the page shows for `?dialog=…`. */
  readonly dialogs: readonly string[];
}

export const dialogTitle = 'Terms of service';
export const fieldName = 'Your name';

const reactApp = `import { useEffect, useRef, type ComponentType } from 'react';
import { createFocusTrap } from 'focus-trap';
import * as Headless from '@headlessui/react';
import * as Aria from 'react-aria-components';
import * as Radix from '@radix-ui/react-dialog';
import { Dialog as MuiDialog, DialogTitle } from '@mui/material';
import { Modal } from 'bootstrap';
import 'bootstrap/dist/css/bootstrap.min.css';

const Field = () => <label>${fieldName} <input autoFocus /></label>;
const box = { position: 'fixed', top: 40, left: 40, padding: 24, background: '#fff' } as const;

function FocusTrap() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const trap = createFocusTrap(ref.current!, { escapeDeactivates: false });
    trap.activate();
    return () => void trap.deactivate();
  }, []);
  return <div role="dialog" ref={ref} style={box}><h2>${dialogTitle}</h2><Field /></div>;
}

function Bootstrap() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const modal = new Modal(ref.current!);
    ref.current!.addEventListener('shown.bs.modal', () => ref.current!.querySelector('input')!.focus());
    modal.show();
  }, []);
  return <div className="modal" tabIndex={-1} ref={ref}><div className="modal-dialog"><div className="modal-content"><h2>${dialogTitle}</h2><Field /></div></div></div>;
}

const dialogs: Record<string, ComponentType> = {
  'focus-trap': FocusTrap,
  bootstrap: Bootstrap,
  'headless-ui': () => (
    <Headless.Dialog open onClose={() => undefined}>
      <div style={box}><Headless.DialogPanel><h2>${dialogTitle}</h2><Field /></Headless.DialogPanel></div>
    </Headless.Dialog>
  ),
  'react-aria': () => (
    <Aria.ModalOverlay isOpen isDismissable><Aria.Modal style={box}><Aria.Dialog aria-label="Terms"><h2>${dialogTitle}</h2><Field /></Aria.Dialog></Aria.Modal></Aria.ModalOverlay>
  ),
  radix: () => (
    <Radix.Root defaultOpen><Radix.Portal><Radix.Overlay /><Radix.Content style={box}><Radix.Title>${dialogTitle}</Radix.Title><Field /></Radix.Content></Radix.Portal></Radix.Root>
  ),
  mui: () => <MuiDialog open><DialogTitle>${dialogTitle}</DialogTitle><Field /></MuiDialog>,
};

export default function App() {
  const Chosen = dialogs[new URLSearchParams(location.search).get('dialog') ?? ''];
  return Chosen === undefined ? <h1>Choose a dialog</h1> : <Chosen />;
}
`;

const angularDialog = `import { Dialog } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';

@Component({
  selector: 'app-terms',
  template: \`<div style="background: #fff; padding: 24px"><h2>${dialogTitle}</h2><label>${fieldName} <input /></label></div>\`,
})
class Terms {}

@Component({ selector: 'app-root', template: '' })
export class App {
  constructor() {
    inject(Dialog).open(Terms, { autoFocus: 'input' });
  }
}
`;

export const dialogApps: readonly DialogApp[] = [
  {
    app: {
      ...variant('react', 'react-dialogs', 'Vite, React'),
      files: { 'src/App.tsx': reactApp, 'src/index.css': '', 'src/App.css': '' },
      added: {
        'focus-trap': '8.2.4',
        '@headlessui/react': '2.2.10',
        'react-aria-components': '1.22.1',
        '@radix-ui/react-dialog': '1.3.1',
        '@mui/material': '9.5.0',
        '@emotion/react': '11.14.0',
        '@emotion/styled': '11.14.1',
        bootstrap: '5.3.8',
        '@popperjs/core': '2.11.8',
      },
    },
    dialogs: ['focus-trap', 'bootstrap', 'headless-ui', 'react-aria', 'radix', 'mui'],
  },
  {
    app: {
      ...variant('angular', 'angular-dialogs', 'Angular'),
      files: {
        'src/app/app.ts': angularDialog,
        'src/styles.css': "@import '@angular/cdk/overlay-prebuilt.css';\n",
      },
      added: { '@angular/cdk': '22.2.7' },
    },
    dialogs: ['cdk'],
  },
];
