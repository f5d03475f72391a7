import { readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

export type FoundFile = { name: string; stats: Stats }

/**
 * All files at any depth of a folder, sorted by name: their paths from it, with what the file system
 * tells of each. A file that goes while they are read, as those that a call clears away, is left out.
 */
export function listFiles(folder: string): FoundFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .flatMap((name) => {
      const stats = statSync(join(folder, name), { throwIfNoEntry: false })
      return stats?.isFile() ? [{ name, stats }] : []
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
