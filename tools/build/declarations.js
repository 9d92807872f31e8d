// Completes the declarations that TypeScript 7.0 makes from JavaScript. It leaves the doc comments of typedefs where they were; here
// they move to where editors find them. It also exports the types that a script cannot export.
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../common/failure.js';

/** A program that re-exports our values needs these names in its own declarations. An alias is not enough. */
const NAMED = `export type { Plan } from './plan/plan.js';
export type { ClassOf, Instance, Own, TypeOf } from './types/typing.js';
`;

export const COMMENT = /\/\*\*(?:(?!\*\/)[\s\S])*\*\//g;

/** @param {string} comment @returns {string} without its frame of stars */
export const textOf = (comment) =>
  comment
    .slice(3, -2)
    .replace(/^[ \t]*\* ?/gm, '')
    .trim();

/**
 * The names that the typedefs of a module define, with their descriptions: the text before the tag, or after the name.
 * @param {string} source
 * @returns {Map<string, string>}
 */
export function typedefsOf(source) {
  const found = [...source.matchAll(COMMENT)].map(([comment]) => textOf(comment));
  return new Map(found.filter((text) => /^@typedef /m.test(text)).map(readTypedef));
}

/** @param {string} text @returns {[name: string, description: string]} */
function readTypedef(text) {
  const begin = text.search(/^@/m);
  let at = text.search(/^@typedef /m) + '@typedef '.length;
  for (let depth = 0; at < text.length; ++at) {
    if (text[at] === '{') ++depth;
    if (text[at] === '}' && --depth === 0) break;
  }
  const [, name, tail = ''] = /^\s*(\w+)[ \t]*(.*)/.exec(text.slice(at + 1)) ?? [];
  if (!name) throw new Failure(`a typedef has no name: ${text}`);
  return [name, text.slice(0, begin).trim() || tail];
}

/**
 * Declarations with each typedef's comment above it, and without the raw ones.
 * @param {string} declarations
 * @param {string} source that they were made from
 */
export function document(declarations, source) {
  const clean = declarations.replace(COMMENT, (comment) =>
    /^@(typedef|import)\b/m.test(textOf(comment)) ? '' : comment,
  );
  const told = [...typedefsOf(source)].reduce((text, [name, description]) => {
    const said = description && `/**\n${description.replace(/^/gm, ' * ').replace(/ +$/gm, '')}\n */\n`;
    return text.replace(new RegExp(`^(?=export type ${name}\\b)`, 'm'), () => said);
  }, clean);
  return `${told.replace(/\n(?:[ \t]*\n)+/g, '\n').trim()}\n`;
}

/**
 * @param {string} folder of declarations
 * @param {string} sources the folder that they were made from
 */
export function documentAll(folder, sources) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => each.endsWith('.d.ts'))) {
    const path = join(folder, name);
    const source = join(sources, name.replace(/\.d\.ts$/, '.js'));
    if (existsSync(source))
      writeFileSync(path, document(readFileSync(path, 'utf8'), readFileSync(source, 'utf8')));
  }
  appendFileSync(join(folder, 'index.d.ts'), NAMED);
}
