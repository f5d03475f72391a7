import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { cssModuleTypes } from '../../scripts/dev/css-module-types.ts'
import { prerenderFirstScreens } from './prerender.ts'

export default defineConfig({
  base: '/',
  plugins: [react({ compiler: true }), cssModuleTypes(), prerenderFirstScreens(), injectPrecacheManifest()],
  build: {
    manifest: true,
    sourcemap: false,
    // The server's Content-Security-Policy does not allow data: URLs for styles and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/service-worker/service-worker.ts' },
      output: {
        // Browsers check a fixed URL for updates of the service worker.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // The first script lists the files of all screens, so their names are short.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
        // Each group is one file, in place of many that the screens would share: a slow phone waits for requests more
        // than for bytes.
        codeSplitting: {
          groups: [
            { debugName: 'first load', name: firstLoadGroup, priority: 2 },
            // Other packages are large, or of one screen.
            { name: 'shared', test: /\/web\/src\/|\/packages\/|\/lucide-/, minShareCount: 8, priority: 1 },
          ],
        },
      },
    },
  },
})

const ENTRY = join(import.meta.dirname, 'src/main.tsx')

/** The group of a module that the entry imports, directly or through others; null for other modules. */
function firstLoadGroup(module: string, context: Rolldown.ChunkingContext): string | null {
  const modules = new Set([ENTRY])
  for (const each of modules)
    for (const imported of context.getModuleInfo(each)?.importedIds ?? []) modules.add(imported)
  return module !== ENTRY && modules.has(module) ? 'first' : null
}

/** Injects the list of all app files, which the service worker precaches. */
function injectPrecacheManifest(): Plugin {
  return {
    name: 'inject-precache-manifest',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle['sw.js']
        if (worker?.type !== 'chunk') this.error('The build has no service worker chunk.')
        // Older browsers do not support module service workers, so it must be a single script.
        if (worker.imports.length > 0)
          this.error(`The service worker must not import ${worker.imports.join(', ')}.`)
        const built = Object.values(bundle)
          .filter((file) => file.fileName !== 'sw.js' && !file.fileName.startsWith('.vite/'))
          .map((file) => toPrecacheEntry(file.fileName, file.type === 'chunk' ? file.code : file.source))
        const files = [...built, ...listPublicFiles()].toSorted((a, b) => a.url.localeCompare(b.url))
        const version = contentHash(JSON.stringify(files))
        const manifest = JSON.stringify(JSON.stringify({ version, files }))
        const code = worker.code.replace(/(["'`])__PRECACHE_MANIFEST__\1/, () => manifest)
        if (code === worker.code) this.error('The service worker has no __PRECACHE_MANIFEST__ placeholder.')
        worker.code = code
      },
    },
  }
}

function listPublicFiles() {
  const folder = join(import.meta.dirname, 'public')
  return readdirSync(folder).map((name) => toPrecacheEntry(name, readFileSync(join(folder, name))))
}

/** File names in `assets` include a content hash, so they need no revision. */
function toPrecacheEntry(name: string, content: string | Uint8Array) {
  return { url: `/${name}`, revision: name.startsWith('assets/') ? null : contentHash(content) }
}

function contentHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12)
}
