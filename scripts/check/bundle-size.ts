import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const KB = 1024

/**
 * In kilobytes, compressed with Brotli. `app`: the scripts before every screen of a league. `screen`: these, what
 * several screens share, and the screen's own.
 */
const LIMITS = { app: 104, screen: 146, styles: 20, fonts: 40, worker: 15, files: 60 }

/** The files that come before every screen, and those that several share. See `apps/web/screen-files.ts`. */
const APP = ['rolldown-runtime', 'first', 'shell']
const SHARED = [...APP, 'shared']
/** What a screen loads later is not measured. */
const isLater = (name: string) => name.endsWith('-more') || ['charts', 'history-admin'].includes(name)

/** A file of the build: its name without the hash, and its compressed size in bytes. */
type BuiltFile = { name: string; extension: string; bytes: number }

/** In kilobytes, or a number of files. */
type BundleSize = { name: string; size: number; limit: number }

/** What people wait for, largest first within each kind. */
export function measureBundles(files: readonly BuiltFile[]): BundleSize[] {
  const sizeOf = (extension: string, names: readonly string[]) =>
    files
      .filter((file) => file.extension === extension && names.includes(file.name))
      .reduce((sum, { bytes }) => sum + bytes / KB, 0)
  const screens = files
    .filter(
      ({ name, extension }) => extension === 'js' && ![...SHARED, 'sw'].includes(name) && !isLater(name),
    )
    .map(({ name }) => name)
  const perScreen = (extension: string, what: string, limit: number) =>
    screens
      .map((name) => ({ name: `${name}: ${what}`, size: sizeOf(extension, [...SHARED, name]), limit }))
      .sort((a, b) => b.size - a.size)
  return [
    { name: 'entry and shell: JavaScript', size: sizeOf('js', APP), limit: LIMITS.app },
    ...perScreen('js', 'JavaScript', LIMITS.screen),
    ...perScreen('css', 'CSS', LIMITS.styles),
    {
      name: 'fonts',
      size: sizeOf(
        'woff2',
        files.map(({ name }) => name),
      ),
      limit: LIMITS.fonts,
    },
    { name: 'service worker', size: sizeOf('js', ['sw']), limit: LIMITS.worker },
    { name: 'number of scripts and styles', size: files.length, limit: LIMITS.files },
  ]
}

/** @param dist the folder of the built web app */
export function measureBuild(dist: string): BundleSize[] {
  const assets = readdirSync(join(dist, 'assets')).map((name) => join('assets', name))
  const built = [...assets, 'sw.js'].filter((path) => /\.(?:js|css|woff2)$/.test(path))
  return measureBundles(built.map((path) => builtFile(dist, path)))
}

const HASH = /-[\w-]{8}$/

function builtFile(dist: string, path: string): BuiltFile {
  const [, base = '', extension = ''] = /([^/]+)\.(\w+)$/.exec(path) ?? []
  const content = readFileSync(join(dist, path))
  const bytes = extension === 'woff2' ? content.length : brotliCompressSync(content).length
  return { name: base.replace(HASH, ''), extension, bytes }
}
