// Tabs as the ARIA practices describe them: arrow keys change the tab, and Tab moves into its panel.
import { h } from '../dom.ts';

type Tab = { name: string; id: string; content: Node[] };

/**
 * @param first the tab that is shown first
 * @param onSelect also told the first
 */
export function tabs(
  label: string,
  list: readonly Tab[],
  first: string = list[0].id,
  onSelect?: (id: string) => void,
) {
  const buttons = list.map(({ name, id }) =>
    h('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}` }, name),
  );
  const panels = list.map(({ id, content }) =>
    h('div.tab-panel', { role: 'tabpanel', id: `panel-${id}`, 'aria-labelledby': `tab-${id}` }, ...content),
  );
  const select = (chosen: number) => {
    buttons.forEach((button, i) => {
      button.setAttribute('aria-selected', String(i === chosen));
      button.tabIndex = i === chosen ? 0 : -1;
      panels[i].hidden = i !== chosen;
    });
    onSelect?.(list[chosen].id);
  };
  const shown = () => buttons.filter((button) => !button.hidden);
  const bar = h('div.tabs', { role: 'tablist', 'aria-label': label }, ...buttons);
  bar.addEventListener('click', ({ target }) => {
    const i = buttons.indexOf(target as HTMLButtonElement);
    if (i >= 0) select(i);
  });
  bar.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    const order = shown();
    const at = order.indexOf(document.activeElement as HTMLButtonElement);
    const next = order[(at + by + order.length) % order.length];
    event.preventDefault();
    select(buttons.indexOf(next));
    next.focus();
  });
  const selectBy = (id: string) => select(list.findIndex((tab) => tab.id === id));
  selectBy(first);
  return {
    element: h('div', bar, ...panels),
    select: selectBy,
    setHidden(id: string, hidden: boolean) {
      const i = list.findIndex((tab) => tab.id === id);
      buttons[i].hidden = hidden;
      if (hidden && buttons[i].getAttribute('aria-selected') === 'true') select(buttons.indexOf(shown()[0]));
    },
  };
}
