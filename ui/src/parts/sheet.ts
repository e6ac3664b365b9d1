/** Closes a part of the page that is open as a sheet of its own, as it is on a narrow screen. */
export const closeSheet = (id: string): void => document.getElementById(id)?.hidePopover();
