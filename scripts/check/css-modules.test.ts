import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../bootstrap/project.mjs'

const SOURCES = join(ROOT, 'apps/web/src')

it('finds a class in every selector of the CSS modules, so that none applies to other screens', () => {
  const selectors = globSync('**/*.module.css', { cwd: SOURCES }).flatMap((file) =>
    listSelectors(readFileSync(join(SOURCES, file), 'utf8')).map((selector) => ({ file, selector })),
  )
  expect(selectors.filter(({ selector }) => !selector.includes('.'))).toEqual([])
  expect(selectors).toContainEqual({ file: join('ui', 'ui.module.css'), selector: '.card' })
})

/** Returns the selectors of all rules, except the steps of keyframes. */
function listSelectors(css: string): string[] {
  const rules = css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/(?<=^|[{};])[^{};@]+(?=\{)/g)
  return [...rules]
    .flatMap(([list]) => splitList(list))
    .map((selector) => selector.trim())
    .filter((selector) => !/^(?:from|to|[\d.]+%)$/.test(selector))
}

/** Splits a list of selectors at the commas outside of parentheses. */
function splitList(list: string): string[] {
  let depth = 0
  const separated = list.replaceAll(/[(),]/g, (each) => {
    if (each !== ',') depth += each === '(' ? 1 : -1
    return each === ',' && depth === 0 ? '\n\0' : each
  })
  return separated.split('\n\0')
}
