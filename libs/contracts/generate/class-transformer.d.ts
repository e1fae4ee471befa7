/** What `@Type` has recorded; the package declares it elsewhere than it ships it. */
declare module 'class-transformer/cjs/storage.js' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage.js';
}
