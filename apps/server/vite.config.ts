import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const src = join(import.meta.dirname, 'src')

function entryPoints(): Record<string, string> {
  const cli = join(src, 'cli')
  const files = existsSync(cli) ? readdirSync(cli) : []
  const commands = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  return {
    main: join(src, 'main.ts'),
    'read-files-thread': join(src, 'features/seasons/read-files-thread.ts'),
    'reference-thread': join(src, 'app/reference-thread.ts'),
    'render-thread': join(src, 'app/render-thread.ts'),
    'race-thread': join(src, 'features/insights/race-thread.ts'),
    'snapshot-thread': join(src, 'database/engine/sqlite/snapshot-thread.ts'),
    'check-thread': join(src, 'features/site/backups/check-thread.ts'),
    'drawing-thread': join(src, 'features/share-images/drawing-thread.ts'),
    ...Object.fromEntries(
      commands.map((file): [string, string] => [file.replace('.ts', ''), join(cli, file)]),
    ),
  }
}

function copyFile(path: string): Plugin {
  return {
    name: 'copy-file',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: basename(path), source: readFileSync(path) })
    },
  }
}

export default defineConfig({
  plugins: [copyFile(join(src, 'auth/common-passwords.txt'))],
  // Bundled packages load in a third less time, because Node reads few files and no unused modules. The
  // others have native parts, read their own files, or are only loaded when they are used.
  ssr: {
    noExternal: true,
    external: [
      '@aws-sdk/client-s3',
      '@aws-sdk/lib-storage',
      '@fastify/swagger-ui',
      '@node-rs/argon2',
      'fonteditor-core',
      'fontkit',
      'pino',
      'sharp',
    ],
    target: 'node',
  },
  build: {
    ssr: true,
    target: 'node22',
    outDir: 'dist',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: entryPoints(),
      // All output is in one folder, because some code locates files relative to its own path. Stacks need the names and
      // lines of the sources, but not their text, which would be a third of the npm package.
      output: {
        format: 'esm',
        minify: { compress: false, mangle: { keepNames: true }, codegen: true },
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        sourcemapExcludeSources: true,
      },
    },
  },
})
