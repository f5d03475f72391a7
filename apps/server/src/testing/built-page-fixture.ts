import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A minimal folder with the layout of the built page. */
export function createBuiltPage(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-page-'))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>Fieldhouse</title><style>h1 { margin: 0 }</style><script>document.title = 1</script><div id="root"></div>',
  )
  writeFileSync(join(folder, 'assets/app-1a2b3c.js'), 'document.title = 2')
  writeFileSync(join(folder, '.vite/manifest.json'), '{}')
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
