import { expect, it } from 'vitest'
import { LIMITS, weigh } from './page-budget.mjs'

const MANIFEST = {
  'index.html': {
    file: 'index.js',
    isEntry: true,
    imports: ['_react.js'],
    css: ['index.css'],
    assets: ['f.woff2'],
  },
  '_react.js': { file: 'react.js' },
  '_chart.js': { file: 'chart.js', imports: ['_react.js'] },
  'src/tab.tsx': { file: 'tab.js', imports: ['_react.js', '_chart.js', 'index.html'], css: ['tab.css'] },
}
const SIZES = /** @type {Record<string, number>} */ ({
  'index.js': 10,
  'react.js': 70,
  'index.css': 5,
  'tab.css': 90,
  'f.woff2': 18,
  'tab.js': 3,
  'chart.js': 14,
})

it('weighs the first load with all that it brings along, and a later part by what it adds', () => {
  const weights = weigh(MANIFEST, (file) => SIZES[file] ?? Number.NaN)

  expect(weights).toEqual([
    { what: 'first load: JavaScript', bytes: 80, limit: LIMITS.firstScript * 1024 },
    { what: 'first load: CSS', bytes: 5, limit: LIMITS.firstStyle * 1024 },
    { what: 'fonts', bytes: 18, limit: LIMITS.fonts * 1024 },
    { what: 'later: src/tab.tsx', bytes: 17, limit: LIMITS.lazyScript * 1024 },
  ])
})
