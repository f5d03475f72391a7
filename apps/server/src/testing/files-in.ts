import { readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

export type FoundFile = { name: string; about: Stats }

/**
 * All files at any depth of a folder, sorted by name: their paths from it, with what the file system
 * tells of each. A file that goes while they are read, as those that a call clears away, is left out.
 */
export function filesIn(folder: string): FoundFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .flatMap((name) => {
      const about = statSync(join(folder, name), { throwIfNoEntry: false })
      return about?.isFile() ? [{ name, about }] : []
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
