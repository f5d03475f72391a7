import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds what renders the page on the server. Its folder is next to the page, and not among the files of the site. */
export default defineConfig({
  plugins: [react({ compiler: true })],
  // Of React, only what production needs.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'src/app/render.tsx',
    target: 'node22',
    outDir: 'dist/.server',
    copyPublicDir: false,
    minify: true,
    rolldownOptions: { output: { format: 'esm', entryFileNames: '[name].js', codeSplitting: false } },
  },
})
