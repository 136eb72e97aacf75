import { mount } from 'svelte';
import './fonts.css';
import './theme.css';
import './print.css';
import App from './App.svelte';
import { release } from './shared/release.svelte';

// A part of the page is missing: the server may have a newer version. The component that asked for the part shows the fault.
window.addEventListener('vite:preloadError', () => void release.check());

const target = document.getElementById('app');
if (target !== null) mount(App, { target });
