export * from './library/lease.js';
export * from './library/library.js';
export * from './library/settings-state.js';
export * from './rendering/render.js';
export * from './library/log-event.js';
export * from './shell/shell-programs.js';
export * from './shell/shell-script.js';
