/** All rules and rulings; vite.config.js makes it from tests/cases. */
declare module 'virtual:microtome-rules' {
  export const RULES: readonly import('./differences.js').Rule[];
}
