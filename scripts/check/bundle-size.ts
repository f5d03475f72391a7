import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const KB = 1024

/**
 * In kilobytes, compressed with Brotli. `app`: the scripts before every screen of a league. `screen`: these, and all
 * that the screen's own file waits for.
 */
const LIMITS = { app: 110, screen: 176, styles: 24, fonts: 40, worker: 15, files: 60 }

/** The files that come before every screen. See `apps/web/screen-files.ts`. */
const APP = ['rolldown-runtime', 'first', 'shell']
/** What a screen loads later is not measured. */
const isScreen = (name: string) =>
  !name.endsWith('-more') && ![...APP, 'shared', 'sw', 'charts', 'feed', 'history-admin'].includes(name)

/** A file of the build: its name without the hash, its compressed size in bytes, and the scripts it waits for. */
type BuiltFile = { name: string; extension: string; bytes: number; imports: readonly string[] }

/** In kilobytes, or a number of files. */
type BundleSize = { name: string; size: number; limit: number }

export function measureBundles(files: readonly BuiltFile[]): BundleSize[] {
  const sizeOf = (isCounted: (file: BuiltFile) => boolean) =>
    files.filter(isCounted).reduce((sum, { bytes }) => sum + bytes / KB, 0)
  const sizeOfAll = (extension: string) => sizeOf((file) => file.extension === extension)
  const scripts = files.filter(({ extension }) => extension === 'js')
  const sizeWithImports = (names: readonly string[]) => {
    const needed = new Set(names)
    for (const each of needed)
      for (const to of scripts.find(({ name }) => name === each)?.imports ?? []) needed.add(to)
    return sizeOf(({ name, extension }) => extension === 'js' && needed.has(name))
  }
  const screens = scripts
    .filter(({ name }) => isScreen(name))
    .map(({ name }) => ({
      name: `${name}: JavaScript`,
      size: sizeWithImports([...APP, name]),
      limit: LIMITS.screen,
    }))
  return [
    { name: 'entry and shell: JavaScript', size: sizeWithImports(APP), limit: LIMITS.app },
    ...screens.sort((a, b) => b.size - a.size),
    { name: 'styles', size: sizeOfAll('css'), limit: LIMITS.styles },
    { name: 'fonts', size: sizeOfAll('woff2'), limit: LIMITS.fonts },
    { name: 'service worker', size: sizeWithImports(['sw']), limit: LIMITS.worker },
    { name: 'number of scripts and styles', size: files.length, limit: LIMITS.files },
  ]
}

/** @param dist the folder of the built web app */
export function measureBuild(dist: string): BundleSize[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const imports = new Map(
    Object.values(manifest).map((chunk) => [
      chunk.file,
      (chunk.imports ?? []).flatMap((id) => baseName(manifest[id]?.file ?? '')),
    ]),
  )
  const assets = readdirSync(join(dist, 'assets')).map((name) => join('assets', name))
  const built = [...assets, 'sw.js'].filter((path) => /\.(?:js|css|woff2)$/.test(path))
  return measureBundles(built.map((path) => builtFile(dist, path, imports.get(path) ?? [])))
}

type Manifest = Record<string, { file: string; imports?: string[] }>

function builtFile(dist: string, path: string, imports: readonly string[]): BuiltFile {
  const content = readFileSync(join(dist, path))
  const extension = extname(path).slice(1)
  const bytes = extension === 'woff2' ? content.length : brotliCompressSync(content).length
  return { name: baseName(path), extension, bytes, imports }
}

const baseName = (path: string) => basename(path, extname(path)).replace(/-[\w-]{8}$/, '')
