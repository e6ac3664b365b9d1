/**
 * What is said of a stored secret that `Vault.openIfReadable` does not open.
 *
 * @param secret "The secret", "The deploy key of the project"
 * @param wayOut what makes another one: "give the webhook a new one"
 */
export const unreadableSecret = (secret: string, wayOut: string): string =>
  `${secret} cannot be read, because its master key is not here; ${wayOut}, or put the key back`;
