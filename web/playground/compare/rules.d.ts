/** All rules and rulings; vite.config.ts makes it from tests/cases. */
declare module 'virtual:microtome-rules' {
  export const RULES: readonly import('./differences.ts').Rule[];
}
