// Tabs, as ARIA's patterns have them: arrows, Home and End move between them. A panel is built when it is first shown.
import { h } from '../../dom.js';

/** @typedef {{ name: string, title: string, build: (panel: HTMLElement) => unknown }} Tab */

/**
 * @param {string} label of all of them
 * @param {readonly Tab[]} rows the first is shown
 * @returns {HTMLElement[]}
 */
export function makeTabs(label, rows) {
  const tabs = rows.map(({ name, title, build }) => {
    const button = h(
      'button',
      { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}` },
      title,
    );
    const panel = h('div', {
      role: 'tabpanel',
      id: `panel-${name}`,
      className: 'tab-panel',
      'aria-labelledby': button.id,
    });
    return { button, panel, build, isBuilt: false };
  });

  /** @param {number} chosen */
  function show(chosen) {
    tabs.forEach((tab, i) => {
      tab.button.setAttribute('aria-selected', String(i === chosen));
      tab.button.tabIndex = i === chosen ? 0 : -1;
      tab.panel.hidden = i !== chosen;
    });
    const tab = tabs[chosen];
    if (tab.isBuilt) return;
    tab.isBuilt = true;
    tab.build(tab.panel);
  }

  /** @type {Record<string, (i: number) => number>} */
  const moves = {
    ArrowRight: (i) => (i + 1) % tabs.length,
    ArrowLeft: (i) => (i + tabs.length - 1) % tabs.length,
    Home: () => 0,
    End: () => tabs.length - 1,
  };
  tabs.forEach(({ button }, i) => {
    button.addEventListener('click', () => show(i));
    button.addEventListener('keydown', (event) => {
      const move = moves[event.key];
      if (move === undefined) return;
      event.preventDefault();
      show(move(i));
      tabs[move(i)].button.focus();
    });
  });
  queueMicrotask(() => show(0)); // once the panels are in the page
  const list = h(
    'div',
    { role: 'tablist', className: 'tabs', 'aria-label': label },
    ...tabs.map(({ button }) => button),
  );
  return [list, ...tabs.map(({ panel }) => panel)];
}
