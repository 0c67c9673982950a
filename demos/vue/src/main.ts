import { createApp } from 'vue';

import App from './App.vue';
import './harbor.css';

createApp(App).mount('#root');
