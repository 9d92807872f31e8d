// Colours for code, by highlight.js: fetched with the panel, and of its languages only those that are shown. What it makes is
// parsed apart from the page, and only its spans are taken.
import hljs from 'highlight.js/lib/core';
import javascript from 'highlight.js/lib/languages/javascript';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';

hljs.registerLanguage('javascript', javascript);
hljs.registerLanguage('typescript', typescript);
hljs.registerLanguage('python', python);

/**
 * @param {string} code
 * @param {string} language
 * @returns {Node[]}
 */
export function highlight(code, language) {
  const { value } = hljs.highlight(code, { language });
  const { body } = new DOMParser().parseFromString(`<body>${value}`, 'text/html');
  return [...body.childNodes];
}
