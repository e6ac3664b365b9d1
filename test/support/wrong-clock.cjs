/** Preloaded into a child process: its clock is off by WRONG_CLOCK_MS. */
const offset = Number(process.env.WRONG_CLOCK_MS ?? 0);
const { now } = Date;
Date.now = () => now() + offset;
const RightDate = Date;
globalThis.Date = class extends RightDate {
  constructor(...parts) {
    if (parts.length === 0) super(now() + offset);
    else super(...parts);
  }
};
globalThis.Date.now = () => now() + offset;
