// Lists what a delivered file uses of the language and of its host, as keys of MDN's browser-compat-data. floors.js makes the floors in
// docs/hosts.md from them. Syntax has a row in SYNTAX. Everything that is not declared in the file is a global.
// A member of a global is that one: `Object.hasOwn`. Any other member, as in `list.at(-1)`, may belong to several classes.
import { parseAst } from 'vite';

/** @typedef {Record<string, any>} Node a node of ESTree */
/** @typedef {{ syntax: Set<string>, globals: Set<string>, statics: Set<string>, members: Set<string> }} Used */

const is = (/** @type {string} */ type) => (/** @type {Node} */ node) => node.type === type;
const regex = (/** @type {RegExp} */ part) => (/** @type {Node} */ node) =>
  part.test(node.regex?.pattern ?? '');
const assigns = (/** @type {string} */ operator) => (/** @type {Node} */ node) =>
  node.type === 'AssignmentExpression' && node.operator === operator;

/**
 * Syntax after ES2017, which every browser with modules has. Our files are ES2022 (tools/build/package.js).
 * @type {Record<string, (node: Node, parent: Node) => boolean>}
 */
const SYNTAX = {
  'statements.import': is('ImportDeclaration'),
  'statements.export.namespace': (node) => node.type === 'ExportAllDeclaration' && node.exported !== null,
  'operators.import': is('ImportExpression'),
  'operators.import_meta': (node) => node.type === 'MetaProperty' && node.meta.name === 'import',
  'operators.spread.spread_in_object_literals': (node, parent) =>
    node.type === 'SpreadElement' && parent.type === 'ObjectExpression',
  'operators.destructuring.rest_in_objects': (node, parent) =>
    node.type === 'RestElement' && parent.type === 'ObjectPattern',
  'operators.optional_chaining': is('ChainExpression'),
  'operators.nullish_coalescing': (node) => node.type === 'LogicalExpression' && node.operator === '??',
  'operators.nullish_coalescing_assignment': assigns('??='),
  'operators.logical_or_assignment': assigns('||='),
  'operators.logical_and_assignment': assigns('&&='),
  'operators.exponentiation': (node) => node.operator === '**',
  'operators.async_generator_function': (node) => /Function/.test(node.type) && node.async && node.generator,
  'statements.for_await_of': (node) => node.type === 'ForOfStatement' && node.await,
  'statements.try_catch.optional_catch_binding': (node) => node.type === 'CatchClause' && node.param === null,
  'classes.public_class_fields': is('PropertyDefinition'),
  'classes.static.class_fields': (node) => node.type === 'PropertyDefinition' && node.static,
  'classes.static.initialization_blocks': is('StaticBlock'),
  'classes.private_class_fields': is('PrivateIdentifier'),
  'classes.private_class_methods': (node) =>
    node.type === 'MethodDefinition' && node.key.type === 'PrivateIdentifier',
  'classes.private_class_fields_in': (node) =>
    node.type === 'BinaryExpression' && node.left.type === 'PrivateIdentifier',
  'grammar.numeric_separators': (node) => node.type === 'Literal' && /^\d[\da-fx]*_/i.test(node.raw ?? ''),
  'builtins.BigInt': (node) => typeof node.bigint === 'string',
  'builtins.RegExp.dotAll': (node) => node.regex?.flags.includes('s') === true,
  'builtins.RegExp.hasIndices': (node) => node.regex?.flags.includes('d') === true,
  'builtins.RegExp.unicodeSets': (node) => node.regex?.flags.includes('v') === true,
  'regular_expressions.named_capturing_group': regex(/\(\?<[^=!]/),
  'regular_expressions.lookbehind_assertion': regex(/\(\?<[=!]/),
  'regular_expressions.unicode_character_class_escape': regex(/\\p\{/i),
  'regular_expressions.modifier': regex(/\(\?[ims-]+:/),
};

/** Await at the top needs the path to it, so the walk finds it. */
const TOP_LEVEL_AWAIT = 'operators.await.top_level';

/** @param {readonly string[]} sources of JavaScript @returns {Used} */
export function usedBy(sources) {
  /** @type {Used} */
  const used = { syntax: new Set(), globals: new Set(), statics: new Set(), members: new Set() };
  for (const source of sources) readFile(parseAst(source), used);
  return used;
}

/** @param {Node} program @param {Used} used */
function readFile(program, used) {
  const declared = declaredIn(program);
  const isGlobal = (/** @type {Node} */ node) => node.type === 'Identifier' && !declared.has(node.name);
  const isHost = (/** @type {Node} */ node) => isGlobal(node) && node.name === 'globalThis';
  walk(program, (node, parent, key, isInFunction) => {
    for (const [name, holds] of Object.entries(SYNTAX)) if (holds(node, parent)) used.syntax.add(name);
    if (!isInFunction && (node.type === 'AwaitExpression' || node.await === true))
      used.syntax.add(TOP_LEVEL_AWAIT);
    if (isGlobal(node) && !isName(node, parent, key)) used.globals.add(node.name);
    for (const { name, of } of membersOf(node)) {
      if (isHost(of)) used.globals.add(name);
      else if (isGlobal(of)) used.statics.add(`${of.name}.${name}`);
      else used.members.add(name);
    }
  });
}

/** The members that a node reads, and of which expression. @param {Node} node @returns {{ name: string, of: Node }[]} */
function membersOf(node) {
  if (node.type === 'MemberExpression' && !node.computed)
    return [{ name: node.property.name, of: node.object }];
  const [pattern, of] =
    node.type === 'VariableDeclarator'
      ? [node.id, node.init ?? node]
      : [node.type === 'AssignmentPattern' ? node.left : node, node];
  if (pattern.type !== 'ObjectPattern') return [];
  return pattern.properties
    .filter((/** @type {Node} */ each) => each.type === 'Property' && !each.computed)
    .map((/** @type {Node} */ { key }) => ({ name: key.name ?? String(key.value), of }));
}

/** Is an identifier only the name of a member, a label or an import? @param {Node} node @param {Node} parent @param {string} key */
function isName({ type }, parent, key) {
  if (type !== 'Identifier') return false;
  if (/Specifier|MetaProperty|LabeledStatement|BreakStatement|ContinueStatement/.test(parent.type))
    return true;
  if (parent.type === 'MemberExpression') return key === 'property' && !parent.computed;
  return (
    /^(Property|MethodDefinition|PropertyDefinition)$/.test(parent.type) && key === 'key' && !parent.computed
  );
}

/** All names that the file declares anywhere. @param {Node} program */
function declaredIn(program) {
  /** @type {Set<string>} */
  const names = new Set();
  const add = (/** @type {Node | null} */ pattern) => {
    if (pattern === null) return;
    if (pattern.type === 'Identifier') names.add(pattern.name);
    for (const each of pattern.properties ?? pattern.elements ?? []) if (each) add(each);
    if (/^(Property|AssignmentPattern|RestElement)$/.test(pattern.type))
      add(pattern.type === 'Property' ? pattern.value : (pattern.left ?? pattern.argument));
  };
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator' || /^(Function|Class)/.test(node.type)) add(node.id ?? null);
    if (/Function/.test(node.type)) node.params.forEach(add);
    if (/^Import\w*Specifier$/.test(node.type)) add(node.local);
    if (node.type === 'CatchClause') add(node.param);
  });
  return names;
}

/**
 * @param {Node} node
 * @param {(node: Node, parent: Node, key: string, isInFunction: boolean) => void} visit
 * @param {Node} parent
 */
function walk(node, visit, parent = { type: '' }, key = '', isInFunction = false) {
  visit(node, parent, key, isInFunction);
  const inside = isInFunction || /Function/.test(node.type);
  for (const [name, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') walk(child, visit, node, name, inside);
}
