import { mount } from 'svelte';

import App from './App.svelte';
import './harbor.css';

const target = document.getElementById('root');
if (target === null) throw new Error('index.html has no #root.');
mount(App, { target });
