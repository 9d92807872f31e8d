// Colours code with highlight.ts and the languages that are shown, loaded when they are first needed. Its HTML is parsed outside
// of the page, and only its spans are used.
import hljs from 'highlight.js/lib/core';
import javascript from 'highlight.js/lib/languages/javascript';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';

for (const [name, grammar] of Object.entries({ javascript, typescript, python }))
  hljs.registerLanguage(name, grammar);

export function highlight(code: string, language: string): Node[] {
  const { value } = hljs.highlight(code, { language });
  const { body } = new DOMParser().parseFromString(`<body>${value}`, 'text/html');
  return [...body.childNodes];
}
