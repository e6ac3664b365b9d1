import { readFileSync } from 'node:fs';
import { projectRoot } from '../../../src/platform/project-root.js';

const read = (name: string): string =>
  readFileSync(`${projectRoot}/ui/styles/${name}.css`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
const tokenRules = read('tokens');
const rules = read('base') + read('review');

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** Colours by token; one value stands for both themes. */
const tokens = new Map(
  [...tokenRules.matchAll(/--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g)].map(
    ([, name, light, dark, both]) => [name!, { light: light ?? both!, dark: dark ?? both! }],
  ),
);

/** Relative luminance, as WCAG 2.2 has it. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string, theme: Theme): number {
  const [dark, light] = [one, other].map((name) => luminance(tokens.get(name)![theme])).sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/** Each pair of them whose contrast is too low. */
const tooLow = (least: number, fronts: readonly string[], grounds: readonly string[]): string[] =>
  themes.flatMap((theme) =>
    fronts.flatMap((front) =>
      grounds
        .map((ground) => [ground, contrast(front, ground, theme)] as const)
        .filter(([, figure]) => figure < least)
        .map(([ground, figure]) => `${theme}: ${front} on ${ground} ${figure.toFixed(2)}`),
    ),
  );

/** Any text may stand on any of the grounds: a link in a marked row, a hint in a note. */
const texts = ['text', 'text-2', 'text-3', 'accent', 'passed', 'failed', 'pending', 'warning', 'info'];
const surfaces = ['canvas', 'surface', 'sunken', 'hover', 'selected'];
const soft = ['failed-soft', 'warning-soft', 'info-soft', 'passed-soft', 'pending-soft'];
const fills = ['accent-fill', 'accent-fill-hover'];

/** Tokens that any rule gives to one of the properties. */
const used = (properties: string): string[] => {
  const values = [...rules.matchAll(new RegExp(`(?<![\\w-])(?:${properties}):([^;]+);`, 'g'))].map(
    ([, value]) => value!,
  );
  return [...new Set(values.flatMap((value) => [...value.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name!)))];
};

describe('the contrast of the workbench', () => {
  it('is 4.5:1 for every text on every ground that it may stand on', () => {
    expect(tooLow(4.5, texts, [...surfaces, ...soft])).toEqual([]);
    expect(tooLow(4.5, ['text-on-fill'], fills)).toEqual([]);
  });

  it('is 3:1 for lines that mean something, and for charts', () => {
    expect(tooLow(3, ['accent', 'line-strong'], surfaces)).toEqual([]);
    expect(tooLow(3, ['hatch-line', 'text-3'], ['hatch-ground', 'surface', 'canvas'])).toEqual([]);
    // What is done of a bar, beside what is not.
    expect(tooLow(3, ['accent'], ['line-2'])).toEqual([]);
  });

  it('knows every token that is a text or a ground, so that no pair is left out', () => {
    expect(used('color').filter((name) => ![...texts, 'text-on-fill'].includes(name))).toEqual([]);
    const grounds = [...surfaces, ...soft, ...fills, 'scrim', 'line-2', 'accent'];
    expect(used('background').filter((name) => !grounds.includes(name))).toEqual([]);
    expect(tokens.size).toBeGreaterThan(25);
  });

  it('is lowered by no rule: no text is see-through, and no colour is outside of the tokens', () => {
    expect(rules.match(/opacity:(?! 1;)[^;]*/g)).toBeNull();
    expect([...rules.matchAll(/[\w-]+: #\w+;/g)].map(([rule]) => rule)).toEqual(['stroke: #fff;']);
  });

  it('is no less where a page has less ground: placeholders and what is switched off have a text colour', () => {
    for (const [selector, colour] of [
      ['.input::placeholder', 'text-3'],
      ['.b.main[disabled]', 'text-3'],
      ['.trend text', 'text-3'],
    ] as const)
      expect(rules).toMatch(
        new RegExp(`${selector.replace(/[.[\]]/g, '\\$&')} {[^}]*(color|fill): var\\(--${colour}\\)`),
      );
  });
});

describe('the rules of the workbench', () => {
  it('move nothing where the viewer wants less motion', () => {
    const still = rules.replace(/@media \(prefers-reduced-motion: no-preference\) {[\s\S]*?\n}\n/g, '');
    expect(still.match(/\b(animation|transition|scroll-behavior)[\w-]*:[^;]*/g)).toBeNull();
  });

  it('take no outline away: with the own colours of the viewer it alone shows the focus', () => {
    expect(rules).not.toMatch(/outline: (none|0)/);
    expect(rules).toMatch(/:focus-visible {\s*outline: 2px solid transparent;/);
  });
});
