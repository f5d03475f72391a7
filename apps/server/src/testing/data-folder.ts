import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createTempFolder } from './server-process.ts'

/** Creates a data folder with a migrated database without rows. `cleanUpServers` removes it. */
export function createDataFolder(): string {
  const folder = createTempFolder()
  copyMigratedDatabase(join(folder, 'fieldhouse.db'))
  return folder
}

/** Copies the SQLite database that this run created with the real migrations. */
export function copyMigratedDatabase(file: string): void {
  const template = inject('template')
  if (template.engine !== 'sqlite') throw new Error('the template of this run is not a SQLite file')
  copyFileSync(template.file, file)
}
