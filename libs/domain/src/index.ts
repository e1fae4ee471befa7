export * from './library/lease.js';
export * from './library/library.js';
export * from './library/settings-state.js';
export * from './rendering/render.js';
