import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const src = join(import.meta.dirname, 'src')

/** One program for the product itself and one for each command of src/cli. */
function programs(): Record<string, string> {
  const cli = join(src, 'cli')
  const files = existsSync(cli) ? readdirSync(cli) : []
  const commands = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  return {
    main: join(src, 'main.ts'),
    ...Object.fromEntries(
      commands.map((file): [string, string] => [file.replace('.ts', ''), join(cli, file)]),
    ),
  }
}

export default defineConfig({
  // The workspace's own packages are bundled in; what npm installs is loaded from node_modules.
  ssr: { noExternal: [/^@fieldhouse\//], target: 'node' },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: programs(),
      // All in one folder: code that finds files from where it stands does so in every program.
      output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
