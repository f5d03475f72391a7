import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ROOT } from './project.mjs'

const MIN_COMPRESSED_BYTES = 1024
/** Text files. Images and fonts are already compressed. */
const COMPRESSIBLE = /\.(?:html|js|css|svg|json|webmanifest|txt)$/

/**
 * Builds an app into its `dist` folder, and adds compressed versions of the web app's files.
 * @param app a folder of `apps`
 */
export async function buildApp(app: string) {
  const { build } = await import('vite')
  const root = join(ROOT, 'apps', app)
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn', mode: 'production' })
  if (app !== 'web') return
  await build({ root, configFile: join(root, 'vite.render.config.ts'), logLevel: 'warn', mode: 'production' })
  await compressFolder(join(root, 'dist'))
}

/** A `.br` and a `.gz` of every text file of at least 1 KB, so that the server does not have to compress responses. */
export async function compressFolder(folder: string) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  await Promise.all(
    names
      .filter((name) => COMPRESSIBLE.test(name) && !name.startsWith('.'))
      .map((name) => compressFile(join(folder, name))),
  )
}

async function compressFile(path: string) {
  if (statSync(path).size < MIN_COMPRESSED_BYTES) return
  const content = readFileSync(path)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ])
  writeFileSync(`${path}.br`, br)
  writeFileSync(`${path}.gz`, gz)
}

if (process.argv[1] === import.meta.filename) {
  const apps = process.argv.length > 2 ? process.argv.slice(2) : ['web', 'server', 'simulator']
  await Promise.all(apps.map(buildApp))
}
