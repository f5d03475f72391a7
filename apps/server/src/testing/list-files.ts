import { readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

export type FoundFile = { name: string; stats: Stats }

/**
 * All files of a folder and its subfolders, sorted by relative path, with their stats. Skips a file that
 * is deleted in the meantime, such as a temporary file of a request.
 */
export function listFiles(folder: string): FoundFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .flatMap((name) => {
      const stats = statSync(join(folder, name), { throwIfNoEntry: false })
      return stats?.isFile() ? [{ name, stats }] : []
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
