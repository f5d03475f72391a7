import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  base: '/',
  plugins: [react({ compiler: true }), listShell()],
  build: {
    manifest: true,
    sourcemap: false,
    // The policy of the server allows no data: addresses for styles and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/service-worker/service-worker.ts' },
      // A worker keeps its address: browsers look there for a newer one.
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
})

/** Tells the service worker all files of the page, which it fetches before it serves them. */
function listShell(): Plugin {
  return {
    name: 'list-shell',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle['sw.js']
        if (worker?.type !== 'chunk') this.error('The build has no service worker.')
        // It runs as one script, as older browsers want it.
        if (worker.imports.length > 0) this.error(`The service worker imports ${worker.imports.join(', ')}.`)
        const built = Object.values(bundle)
          .filter((file) => file.fileName !== 'sw.js' && !file.fileName.startsWith('.vite/'))
          .map((file) => fileOf(file.fileName, file.type === 'chunk' ? file.code : file.source))
        const files = [...built, ...publicFiles()].toSorted((a, b) => a.url.localeCompare(b.url))
        const version = hashOf(JSON.stringify(files))
        const list = JSON.stringify(JSON.stringify({ version, files }))
        const code = worker.code.replace(/(["'`])__SHELL__\1/, () => list)
        if (code === worker.code) this.error('The service worker has no place for the list of files.')
        worker.code = code
      },
    },
  }
}

function publicFiles() {
  const folder = join(import.meta.dirname, 'public')
  return readdirSync(folder).map((name) => fileOf(name, readFileSync(join(folder, name))))
}

/** An address below `assets` names its content. */
function fileOf(name: string, content: string | Uint8Array) {
  return { url: `/${name}`, revision: name.startsWith('assets/') ? null : hashOf(content) }
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12)
}
