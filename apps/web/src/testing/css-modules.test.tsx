import { expect, it } from 'vitest'

const SHEETS = import.meta.glob<string>('../**/*.module.css', {
  query: '?raw',
  import: 'default',
  eager: true,
})

it('finds a class in every selector of the CSS modules, so that none applies to other screens', () => {
  const globalSelectors = Object.entries(SHEETS).flatMap(([file, css]) =>
    listSelectors(css)
      .filter((selector) => !selector.includes('.'))
      .map((selector) => `${file}: ${selector}`),
  )
  expect(globalSelectors).toEqual([])
  expect(listSelectors(SHEETS['../ui/ui.module.css'] ?? '')).toContain('.card')
})

/** Returns the selectors of all rules, except the steps of keyframes. */
function listSelectors(css: string): string[] {
  const rules = css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/(?<=^|[{};])[^{};@]+(?=\{)/g)
  return [...rules]
    .flatMap(([list]) => list.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim())
    .filter((selector) => !/^(?:from|to|[\d.]+%)$/.test(selector))
}
