/** All rules and rulings; vite.config.ts makes it from docs/rules. */
declare module 'virtual:microtome-rules' {
  export const RULES: readonly import('./differences.ts').Rule[];
}
