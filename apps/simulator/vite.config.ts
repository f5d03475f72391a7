import { join } from 'node:path'
import { defineConfig } from 'vite'

const cli = join(import.meta.dirname, 'src/cli')

export default defineConfig({
  // Workspace packages are bundled; npm dependencies are loaded from node_modules.
  ssr: { noExternal: [/^@fieldhouse\//], target: 'node' },
  build: {
    ssr: true,
    target: 'node22',
    outDir: 'dist',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: {
        simulated: join(cli, 'simulated.ts'),
        captures: join(cli, 'captures.ts'),
        demo: join(cli, 'demo.ts'),
      },
      output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
