/** The items of a tree that are in view, from top to bottom. */
const itemsOf = (tree: Element): HTMLElement[] => [...tree.querySelectorAll<HTMLElement>('[role=treeitem]')];

/** The one item of a tree that Tab comes to is the one that had the focus last. */
export function takeFocus(event: FocusEvent): void {
  const tree = event.currentTarget as Element;
  const item = (event.target as Element).closest<HTMLElement>('[role=treeitem]');
  if (!item) return;
  for (const one of itemsOf(tree)) one.tabIndex = one === item ? 0 : -1;
}

/** Arrows move through a tree, open and close its levels; Enter opens what the item names. */
export function moveInTree(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const tree = event.currentTarget as Element;
  const item = (event.target as Element).closest<HTMLElement>('[role=treeitem]');
  // A control inside an item, such as “more”, answers these keys itself.
  if (!item || (item !== event.target && ['Enter', ' '].includes(event.key))) return;
  const items = itemsOf(tree);
  const at = items.indexOf(item);
  const expanded = item.getAttribute('aria-expanded');
  const toggle = (): void => item.querySelector<HTMLElement>('[data-toggle]')?.click();
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => items[at + 1]?.focus(),
    ArrowUp: () => items[at - 1]?.focus(),
    Home: () => items[0]?.focus(),
    End: () => items.at(-1)?.focus(),
    ArrowRight: () => (expanded === 'true' ? item.querySelector<HTMLElement>('[role=treeitem]')?.focus() : toggle()),
    ArrowLeft: () =>
      expanded === 'true' ? toggle() : item.parentElement?.closest<HTMLElement>('[role=treeitem]')?.focus(),
    ' ': toggle,
    Enter: () => item.querySelector<HTMLElement>(':scope > .row a')?.click(),
  };
  const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}
