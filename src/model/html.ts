/** Escapes text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** In the head of a page: browsers ask for the icon of a page that names none, which a policy of nothing blocks. */
export const noIcon = '<link rel="icon" href="data:,">';
