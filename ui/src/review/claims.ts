import { post } from '../api.js';

const claimAfterMs = 2_000;
const claimEveryMs = 45_000;

/** Tells others which name this reviewer looks at. */
export class Claims {
  private timer = 0;

  constructor(private readonly orgId: string) {}

  look(group: string | null): void {
    clearTimeout(this.timer);
    if (group === null) return;
    const renew = (): void => {
      void post('v1/review/claim', { org_id: this.orgId, group }).catch(() => undefined);
      this.timer = window.setTimeout(renew, claimEveryMs);
    };
    this.timer = window.setTimeout(renew, claimAfterMs);
  }
}
