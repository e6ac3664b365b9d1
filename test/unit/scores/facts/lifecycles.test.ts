import { parseLifecycle } from '../../../../src/scores/facts/lifecycles.js';

const cycleOf = (cycle: Record<string, string | boolean>) =>
  parseLifecycle({ title: 'T', link: null, cycles: [cycle] }).cycles[0]!;

describe('cycles of endoflife.date', () => {
  it('are read with their days', () => {
    const cycle = { releaseCycle: '4.2', releaseDate: '2023-04-03', eol: '2026-04-30', support: '2023-12-04', latest: '4.2.1', latestReleaseDate: '2023-05-03' }; // prettier-ignore
    expect(cycleOf(cycle)).toEqual({
      name: '4.2',
      releasedOn: '2023-04-03',
      endOfLife: '2026-04-30',
      endOfSupport: '2023-12-04',
      latestVersion: '4.2.1',
      latestReleasedOn: '2023-05-03',
    });
  });

  it('say with true and false that something has ended: `eol` straight, `support` the other way round', () => {
    expect(cycleOf({ releaseCycle: '1', eol: true, support: false })).toMatchObject({ endOfLife: true, endOfSupport: true });
    expect(cycleOf({ releaseCycle: '1', eol: false, support: true })).toMatchObject({ endOfLife: false, endOfSupport: false });
  }); // prettier-ignore

  it('may lack anything', () => {
    expect(cycleOf({ releaseDate: 'soon', eol: 'never' })).toEqual({
      name: '',
      releasedOn: null,
      endOfLife: null,
      endOfSupport: null,
      latestVersion: null,
      latestReleasedOn: null,
    });
  });
});
