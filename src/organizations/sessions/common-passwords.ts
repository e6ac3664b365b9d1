let common: Promise<ReadonlySet<string>> | null = null;

/** Loaded when it is first needed: few processes ever set a password. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary.passwords);
}

/** Whether a password is the user's name, one repeated character, or among the 49,000 most common ones. */
export async function isEasyToGuess(password: string, username: string): Promise<boolean> {
  const lower = password.toLowerCase();
  if (lower === username.toLowerCase() || /^(.)\1*$/u.test(lower)) return true;
  common ??= loadCommonPasswords();
  return (await common).has(lower);
}
