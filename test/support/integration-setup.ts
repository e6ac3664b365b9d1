// Only what hangs shall fail by it: in a slow hour, four files at once, a test takes ten times as long as alone.
jest.setTimeout(600_000);
