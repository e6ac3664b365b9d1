import { bothConditions, parseFilterBy } from '../../../src/projects/filter-by.js';

const ids = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];
const none = { ids: null, teamId: null, source: null, type: null, active: null, monitored: null };

describe('filter_by of legacy clients', () => {
  it.each([
    ['', {}],
    ['Type:svn', { type: 'svn' }],
    ['Type:svn,Active:true', { type: 'svn', active: true }],
    ['type:git,ACTIVE:false,Monitor:true', { type: 'git', active: false, monitored: true }],
    [`ID:${ids[0]}`, { ids: [ids[0]] }],
    [`IDs:${ids.join(' ')}`, { ids }],
    ['IDs:', { ids: [] }],
    [`IDs:${ids.join(' ').toUpperCase()},ID:${ids[1]}`, { ids: [ids[1]] }],
    [`TeamID:${ids[0]}`, { teamId: ids[0] }],
    ['Source:https://git.example/a,b:c.git,Type:git', { source: 'https://git.example/a,b:c.git', type: 'git' }],
    ['Source:', { source: '' }],
  ])('reads %s', (text, conditions) => expect(parseFilterBy(text)).toEqual({ ...none, ...conditions }));

  it.each([
    ['Colour:red', 'Colour:red'],
    ['Type:svn,Colour:red', 'Colour:red'],
    ['webshop', 'webshop'],
    [',', 'is none of the pairs'],
    ['__proto__:x', 'is none of the pairs'],
    ['constructor:x', 'is none of the pairs'],
    ['Type:cvs', 'Type must be one of git'],
    ['Active:1', 'Active must be true or false'],
    ['ID:x', 'ID must be an identifier'],
    [`IDs:${ids[0]} x`, 'IDs must be an identifier'],
    ['Type:git,Type:svn', 'Type is given twice'],
  ])('refuses %s', (text, complaint) => {
    expect(() => parseFilterBy(text)).toThrow(
      expect.objectContaining({ status: 400, details: { fields: { filter_by: expect.stringContaining(complaint) } } }),
    );
  });

  it('holds together with the other parameters, or is refused', () => {
    const svn = { ...none, type: 'svn' };
    expect(bothConditions(parseFilterBy('Active:true'), svn)).toEqual({ ...none, type: 'svn', active: true });
    expect(bothConditions(svn, svn)).toEqual(svn);
    expect(() => bothConditions(parseFilterBy('Type:git'), svn)).toThrow('type has two values');
  });
});
