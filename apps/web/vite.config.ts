import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { cssModuleTypes } from '../../scripts/dev/css-module-types.ts'
import { prerenderFirstScreens } from './prerender.ts'
import { fileOf } from './screen-files.ts'
import { writeStyleRules } from './style-rules.ts'

export default defineConfig({
  base: '/',
  plugins: [
    react({ compiler: true }),
    cssModuleTypes(),
    prerenderFirstScreens(),
    injectPrecacheManifest(),
    writeStyleRules(),
  ],
  build: {
    manifest: true,
    sourcemap: false,
    // The server's Content-Security-Policy does not allow data: URLs for styles and fonts.
    assetsInlineLimit: 0,
    // All of it is hardly more than what a screen needs of it.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/service-worker/service-worker.ts' },
      output: {
        // Browsers check a fixed URL for updates of the service worker.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: fileOf }] },
      },
    },
  },
})

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
