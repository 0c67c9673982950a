import type { App } from '../app.ts';
import type { OpenProject, PageState } from '../state.ts';

export interface PageProps {
  app: App;
  state: PageState;
  root: HTMLElement;
}

export interface ProjectProps extends PageProps {
  open: OpenProject;
}
