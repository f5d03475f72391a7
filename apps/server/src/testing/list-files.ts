import { readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

export type FoundFile = { name: string; stats: Stats }

/**
 * All files of a folder and its subfolders, sorted by relative path, with their stats. Skips files and folders that
 * are deleted in the meantime, such as those of an upload.
 */
export function listFiles(folder: string): FoundFile[] {
  return listNames(folder)
    .flatMap((name) => {
      const stats = statSync(join(folder, name), { throwIfNoEntry: false })
      return stats?.isFile() ? [{ name, stats }] : []
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function listNames(folder: string): string[] {
  return readFolder(folder).flatMap((entry) =>
    entry.isDirectory()
      ? listNames(join(folder, entry.name)).map((name) => join(entry.name, name))
      : [entry.name],
  )
}

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
