import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RENDERER_PATH, STYLE_RULES_PATH, type StyleRule } from '@fieldhouse/contract/page'

const STYLES: StyleRule[] = [
  { text: 'table{margin:0}', classes: [[]] },
  {
    condition: '@media print',
    rules: [
      { text: '.notice,.red .team{margin:0}', classes: [['notice'], ['red', 'team']] },
      { text: '.red .player{margin:0}', classes: [['red', 'player']] },
    ],
  },
  { condition: '@media screen', rules: [{ text: '.player{margin:0}', classes: [['player']] }] },
]

/**
 * A minimal folder with the layout of the built page.
 * @param renderer the code of the module that renders pages; none renders nothing
 */
export function createBuiltPage(renderer?: string): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-page-'))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>Fieldhouse</title><style>h1 { margin: 0 }</style><script>document.title = 1</script><div id="root"></div><noscript>Enable JavaScript.</noscript>',
  )
  writeFileSync(join(folder, 'assets/app-1a2b3c.js'), 'document.title = 2')
  writeFileSync(join(folder, STYLE_RULES_PATH), JSON.stringify(STYLES))
  const standings = { file: 'assets/app-1a2b3c.js', name: 'standings' }
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify({ standings }))
  if (renderer !== undefined) {
    mkdirSync(join(folder, '.server'))
    writeFileSync(join(folder, RENDERER_PATH), renderer)
    writeFileSync(join(folder, '.server/package.json'), '{ "type": "module" }')
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
