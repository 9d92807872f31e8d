// The documentation: TypeDoc makes it from README.md, the other documents, and the doc comments in web/lib.
// tools/site/typedoc.json has its settings; this file does what no setting can. The site obeys the playground's content
// security policy.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressIn } from '../check/owner.js';
import { Failure, Unavailable } from '../common/failure.js';
import { homeOf, installGroup } from '../common/packages.js';
import { inRoot } from '../common/paths.js';
import { mistakesTable } from '../generate/mistakes.js';
import { EXAMPLES, showTries } from '../site/tries.js';

/** @typedef {any} Any TypeDoc is not installed where the types are checked */

const GROUP = 'tools/site';
const STYLES = ['web/playground/style/tokens.css', 'tools/site/site.css'];

/**
 * The playground's policy. The hash allows a style element without content: TypeDoc's script adds one to each
 * page.
 */
export const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; img-src 'self' blob:; connect-src 'self' https: http:; object-src 'none'; base-uri 'none'; form-action 'none'";

export async function buildSite() {
  if (!(await installGroup(GROUP))) throw new Unavailable('npm could not install TypeDoc; see above.');
  const typedoc = await import(join(homeOf(GROUP), 'node_modules/typedoc/dist/index.js'));
  const customCss = join(homeOf(GROUP), 'site.css');
  writeFileSync(customCss, STYLES.map((path) => readFileSync(inRoot(path), 'utf8')).join('\n'));
  const options = inRoot(GROUP, 'typedoc.json');
  const { navigationLinks } = JSON.parse(readFileSync(options, 'utf8'));
  const source = addressIn(JSON.parse(readFileSync(inRoot('package.json'), 'utf8')), 'repository');
  const links = { ...navigationLinks, ...(source && { Source: source }) };
  const settings = { options, customCss, markdownItLoader: wrapTables, navigationLinks: links };
  const readers = [new typedoc.TypeDocReader(), new typedoc.TSConfigReader()];
  const app = await typedoc.Application.bootstrap(settings, readers);
  for (const extend of [
    nameDocuments,
    linkPlayground,
    showPlainly,
    listMistakes,
    showCalls,
    routePages,
    makeStrict,
  ])
    extend(app, typedoc);
  const project = await app.convert();
  if (project) await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Failure('TypeDoc could not make the documentation; see above.');
}

/** A wide table scrolls on its own, also by keyboard. @param {Any} parser */
function wrapTables({ renderer: { rules } }) {
  rules.table_open = () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>';
  rules.table_close = () => '</table></div>';
}

/**
 * Names each document by its first heading, and groups those that only developers need.
 * @param {Any} app
 * @param {Any} typedoc
 */
function nameDocuments(app, { Converter }) {
  app.converter.on(
    Converter.EVENT_CREATE_DOCUMENT,
    (/** @type {Any} */ _context, /** @type {Any} */ document) => {
      document.frontmatter.path = document.name.replace(/^docs\//, '');
      document.frontmatter.group = /^(docs\/(?!rules\/)|CHANGELOG)/.test(document.name)
        ? 'none'
        : 'Development';
      document.name = headingsOf(document.content)[0].title;
    },
  );
}

/**
 * Shows the links to the playground below samples and in tables, which is beside the documentation only on the site.
 * @param {Any} app
 * @param {Any} typedoc
 */
function linkPlayground(app, { Converter }) {
  const link = (/** @type {{ kind: string, text: string }[]} */ content) => {
    for (const part of content) if (part.kind === 'text') part.text = showTries(part.text);
  };
  app.converter.on(
    Converter.EVENT_CREATE_DOCUMENT,
    (/** @type {Any} */ _context, /** @type {Any} */ document) => link(document.content),
  );
  app.converter.on(Converter.EVENT_RESOLVE_END, (/** @type {Any} */ { project }) => link(project.readme));
}

/**
 * The page of `Mistakes` shows a table of causes and remedies instead of a type.
 * @param {Any} app
 * @param {Any} typedoc
 */
function listMistakes(app, { Converter }) {
  app.converter.on(Converter.EVENT_RESOLVE_END, (/** @type {Any} */ { project }) => {
    const mistakes = project.getChildByName('Mistakes');
    for (const child of [...mistakes.children]) project.removeReflection(child);
    mistakes.comment.summary.push({ kind: 'text', text: `\n\n${mistakesTable()}` });
  });
}

/**
 * A function's page opens with its plain signature, and a link that opens its example.
 * @param {Any} app
 * @param {Any} typedoc
 */
function showCalls({ renderer }, { JSX, ReflectionKind }) {
  renderer.hooks.on('content.begin', (/** @type {Any} */ { page: { model } }) => {
    if (model.kind !== ReflectionKind.Function) return JSX.createElement(JSX.Fragment, null);
    const parameters = model.signatures[0].parameters ?? [];
    const words = parameters.map(
      (/** @type {Any} */ { name, flags, defaultValue }) =>
        `${name === '__namedParameters' ? 'options' : name}${flags.isOptional || defaultValue ? '?' : ''}`,
    );
    const call = JSX.createElement('code', null, `${model.name}(${words.join(', ')})`);
    const hash = EXAMPLES[model.parent.isProject() ? model.name : `${model.parent.name}.${model.name}`];
    const link = hash && JSX.createElement('a', { href: `site:../index.html#${hash}` }, 'Try the example');
    return JSX.createElement('p', { class: 'call' }, call, ' ', link);
  });
}

/**
 * A function's page says what it does, shows the example, and then its parameters. Type parameters follow results from arguments,
 * which an editor shows when you call; here they would hide the call, so types are named without them.
 * @param {Any} app
 * @param {Any} typedoc
 */
function showPlainly(app, { Converter, ReflectionKind }) {
  app.converter.on(Converter.EVENT_RESOLVE_END, (/** @type {Any} */ { project }) => {
    for (const signature of project.getReflectionsByKind(ReflectionKind.CallSignature)) {
      if (signature.parent.kind !== ReflectionKind.Function) continue;
      const { comment, typeParameters = [], parameters = [] } = signature;
      const bounds = new Map(typeParameters.map((/** @type {Any} */ each) => [each.name, each.type]));
      for (const each of [signature, ...parameters]) each.type = plain(each.type, bounds);
      signature.typeParameters = undefined;
      const example = comment?.getTag('@example');
      if (example === undefined) continue;
      comment.removeTags('@example');
      comment.summary.push({ kind: 'text', text: '\n\n' }, ...example.content);
    }
  });
}

/**
 * A type of ours without arguments. A type parameter is what it extends, and what depends on the domain is ONNX's.
 * @param {Any} type
 * @param {Map<string, Any>} bounds of the type parameters
 * @returns {Any}
 */
function plain(type, bounds) {
  const inside = (/** @type {Any} */ part) => plain(part, bounds);
  if (type?.type === 'reference') {
    if (type.name === 'InDomain') return inside(type.typeArguments.at(-1));
    if (type.refersToTypeParameter && bounds.get(type.name)) return inside(bounds.get(type.name));
    const isOurs = type.package === 'microtome';
    type.typeArguments = isOurs ? undefined : type.typeArguments?.map(inside);
  }
  for (const name of ['types', 'elements']) if (type?.[name]) type[name] = type[name].map(inside);
  for (const name of ['elementType', 'target']) if (type?.[name]?.type) type[name] = inside(type[name]);
  return type;
}

/**
 * Addresses documents by path, and lets the search find each heading and the text below it.
 * @param {Any} app
 * @param {Any} typedoc
 */
function routePages(app, { DocumentReflection, Slugger, KindRouter }) {
  class Router extends KindRouter {
    getIdealBaseName(/** @type {Any} */ target) {
      return target.frontmatter?.path ?? super.getIdealBaseName(target);
    }

    buildPages(/** @type {Any} */ project) {
      const pages = super.buildPages(project);
      for (const { kind, model, url } of pages) {
        if (model.content) model.relevanceBoost = boostOf(url);
        const slugger = new Slugger(this.sluggerConfiguration);
        for (const { title, also, text } of headingsOf(
          (kind === 'index' ? project.readme : model.content) ?? [],
        )) {
          const heading = new DocumentReflection(title + also, model, [{ kind: 'text', text }], {});
          heading.relevanceBoost = boostOf(url);
          this.fullUrls.set(heading, `${url}#${slugger.slug(title)}`);
        }
      }
      return pages;
    }
  }
  app.renderer.defineRouter('site', Router);
}

/** How far up the search shows the parts of a document: what explains calls comes first, and long tables and development last. @param {string} url */
const boostOf = (url) => {
  if (/^(guide|recipes(-by-name)?|source)\.html/.test(url)) return 3;
  return /^(index|command|hosts|performance|many-machines)\.html/.test(url) ? 0.3 : 0.02;
};

/** What others call it, which only the search knows. */
const ALSO = /<!-- also: (.+?) -->/;

/** Each heading, with its text as far as the next. @param {{ kind: string, text: string }[]} content */
function headingsOf(content) {
  const text = content.map((part) => (part.kind === 'code' ? part.text.replace(/^#/gm, ' #') : part.text));
  const [, ...parts] = text.join('').split(/^#+ /m);
  return parts.map((part) => {
    const [title, ...lines] = part.split('\n');
    const below = lines.join('\n');
    const [, words] = ALSO.exec(below) ?? [];
    return { title: title.replaceAll('`', ''), also: words ? `: ${words}` : '', text: below };
  });
}

/**
 * The policy, landmarks and headings in order; `site:` is the documentation's root.
 * @param {Any} app
 * @param {Any} typedoc
 */
function makeStrict({ renderer }, { JSX, PageEvent }) {
  const attributes = { 'http-equiv': 'Content-Security-Policy', content: POLICY };
  renderer.hooks.on('head.begin', () => JSX.createElement('meta', attributes));
  renderer.on(PageEvent.END, (/** @type {Any} */ page) => {
    const root = '../'.repeat(page.url.split('/').length - 1);
    const [start, ...sections] = page.contents.split(/(?=<h[23][ >])/);
    page.contents = [start.replaceAll(/(<\/?)h[45]\b/g, '$1h2'), ...sections] // no level is left out
      .join('')
      .replace(/<script>.*?<\/script>/s, '')
      .replace('<div class="col-content"', '<div class="col-content" role="main"')
      .replace('<div class="page-menu"', '<div class="page-menu" role="navigation" aria-label="On this page"')
      .replace('<nav id="tsd-sidebar-links"', '<nav id="tsd-sidebar-links" aria-label="Site"')
      .replaceAll(`href="site:${page.url}`, `aria-current="page" href="site:${page.url}`)
      .replaceAll('"site:', `"${root}`);
  });
}
