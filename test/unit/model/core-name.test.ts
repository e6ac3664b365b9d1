import { acronym, coreNames } from '../../../src/model/names/core-name.js';

describe('core names', () => {
  it.each([
    ['python3-dateutil', 'dateutil'],
    ['libcurl', 'curl'],
    ['Backbone.js', 'backbone'],
    ['log4j-core', 'log4j'],
    ['libblkid1', 'libblkid'],
    ['xlib_libFS', 'libfs'],
    ['xdriver_xf86-video-ati', 'xf86videoati'],
    ['rust-openssl', 'openssl'],
    ['lua-cjson', 'cjson'],
    ['haskell-pandoc', 'pandoc'],
  ])('%s is also known as %s', (name, core) => expect(coreNames(name)).toContain(core));

  it.each(['rustls', 'luajit', 'erlang', 'lib'])('%s is what it is: nothing is taken off', (name) =>
    expect(coreNames(name)).toEqual([]),
  );

  it('has four forms at most, and never the whole name', () => {
    const forms = coreNames('python-lib-utils-js');
    expect(forms.length).toBeLessThanOrEqual(4);
    expect(forms).not.toContain('pythonlibutilsjs');
  });
});

describe('acronyms', () => {
  it('are the first letters of three words or more, connectives left out', () => {
    expect(acronym('Application Policy Infrastructure Controller')).toBe('apic');
    expect(acronym('Internet of Many Things')).toBe('imt');
    expect(acronym('Data Centre')).toBeNull();
  });
});
