/** Content security policy of a page that needs no script: blocks one that foreign text in it might inject. */
export const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
