import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const POSITION = /(file:\/\/[^\s():]+\.js):(\d+):(\d+)/g

/** Node can do that for every error, but then has the source maps in memory, which take 75 MB. */
export function originalStack(stack: string): string {
  const maps = new Map<string, SourceMap | null>()
  return stack.replace(POSITION, (position, url: string, line: string, column: string) => {
    const file = fileURLToPath(url)
    const map = maps.get(file) ?? readSourceMap(file)
    maps.set(file, map)
    const entry = map?.findEntry(Number(line) - 1, Number(column) - 1)
    if (entry === undefined || !('originalSource' in entry)) return position
    const source = join(dirname(file), entry.originalSource)
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}

/** null if the file has none that can be read: the position in the built file is still useful. */
function readSourceMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload)
  } catch {
    return null
  }
}
