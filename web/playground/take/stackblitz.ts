// A cut's program as a project on stackblitz.com, where it can be run and changed. A form posts it: nothing of theirs is loaded.
// https://developer.stackblitz.com/platform/api/post-api
import { h } from '../dom.ts';

/** vite.config.ts sets this. */
const VERSION: string = (import.meta as { env?: { VERSION?: string } }).env?.VERSION ?? '';

/** The fields of the form. @param code in JavaScript */
export function toProject(code: string, title: string): Record<string, string> {
  const [, outputs] = /^const \[?(\w+)\]? = planned\.run/m.exec(code) ?? [];
  const manifest = {
    name: 'microtome-example',
    type: 'module',
    scripts: { start: 'node index.js' },
    dependencies: { microtome: VERSION },
  };
  return {
    'project[title]': 'Microtome',
    'project[description]': title,
    'project[template]': 'node',
    'project[files][index.js]': `${code}console.log(${outputs});\n`,
    'project[files][package.json]': `${JSON.stringify(manifest, null, 2)}\n`,
  };
}

/** In a new tab. */
export function openInStackBlitz(code: string, title: string) {
  const fields = Object.entries(toProject(code, title));
  const form = h(
    'form',
    { method: 'post', action: 'https://stackblitz.com/run?file=index.js', target: '_blank', hidden: true },
    ...fields.map(([name, value]) => h('input', { type: 'hidden', name, value })),
  );
  document.body.append(form);
  form.submit();
  form.remove();
}
