import { expect, it } from 'vitest'
import { LIMITS, measureBundles } from './bundle-size.ts'

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
  'src/worker.ts': { file: 'sw.js', isEntry: true },
  'src/tab.tsx': { file: 'tab.js', imports: ['_react.js', '_chart.js', 'index.html'], css: ['tab.css'] },
}
const SIZES = {
  'index.js': 10,
  'react.js': 70,
  'index.css': 5,
  'tab.css': 90,
  'f.woff2': 18,
  'tab.js': 3,
  'chart.js': 14,
  'sw.js': 9,
} as Record<string, number>

it('measures the initial load with its imports, the workers, and what each lazy chunk adds', () => {
  const bundles = measureBundles(MANIFEST, (file) => SIZES[file] ?? Number.NaN)

  expect(bundles).toEqual([
    { name: 'initial load: JavaScript', bytes: 80, limit: LIMITS.firstScript * 1024 },
    { name: 'initial load: CSS', bytes: 5, limit: LIMITS.firstStyle * 1024 },
    { name: 'fonts', bytes: 18, limit: LIMITS.fonts * 1024 },
    { name: 'worker: src/worker.ts', bytes: 9, limit: LIMITS.worker * 1024 },
    { name: 'lazy chunk: src/tab.tsx', bytes: 17, limit: LIMITS.lazyScript * 1024 },
  ])
})

it('excludes chunks that are already loaded on every path to a lazy chunk', () => {
  const manifest = {
    'index.html': { file: 'index.js', isEntry: true, dynamicImports: ['screen.tsx', 'other.tsx'] },
    'screen.tsx': {
      file: 'screen.js',
      imports: ['index.html', '_shared.js'],
      dynamicImports: ['tab.tsx', 'panel.tsx'],
    },
    'other.tsx': { file: 'other.js', imports: ['index.html'], dynamicImports: ['panel.tsx'] },
    '_shared.js': { file: 'shared.js' },
    'tab.tsx': { file: 'tab.js', imports: ['_shared.js', 'screen.tsx'], dynamicImports: ['tab.tsx'] },
    'panel.tsx': { file: 'panel.js', imports: ['_shared.js'] },
  }
  const sizes = {
    'shared.js': 10,
    'screen.js': 5,
    'tab.js': 3,
    'panel.js': 2,
  } as Record<string, number>

  const bytesByName = Object.fromEntries(
    measureBundles(manifest, (file) => sizes[file] ?? 0).map((bundle) => [bundle.name, bundle.bytes]),
  )

  expect(bytesByName).toMatchObject({
    'lazy chunk: screen.tsx': 15,
    'lazy chunk: tab.tsx': 3,
    'lazy chunk: panel.tsx': 12,
  })
})
